import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { alerted, button, follow, formOf, heading, press, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const DISMISS = 'POST /api/connections/:id/dismiss'
const northwind = sampleConnection()
const fern = sampleConnection({
  id: asConnectionId('fern'),
  businessName: 'Fern & Co',
  userId: asUserWireId('VXNlcjox'),
})
const gone = sampleConnection({
  ...{ id: asConnectionId('gone'), businessName: 'Alpha Cakes', state: 'disconnected', reason: 'by_user' },
  ...{ endsUnusedAt: null, revocation: 'confirmed' },
})
const signIn = (...connections: Parameters<typeof signedInSession>[0]) =>
  signedInSession(connections, { idleEndsAt: null })
const item = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLLIElement
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the list of businesses', () => {
  it('says that it is empty, and what will stand here; connecting is the one primary button', () => {
    bff.session = signIn()
    bff.open('/businesses')
    expect(screen.getByText('No business is connected yet. When you connect one it shows here.')).toBeTruthy()
    expect(screen.queryByRole('list')).toBeNull()
    expect(button('Connect a business').className).toBe('button-primary')
  })

  it('has those that are connected by name, and after them those that are not any more', () => {
    bff.session = signIn(gone, northwind, fern)
    bff.open('/businesses')
    expect(names()).toEqual(['Fern & Co', 'Northwind Trading', 'Alpha Cakes'])
    expect(screen.getByText('2 businesses in Counterfoil.')).toBeTruthy()
  })

  it('sorts in the order of the language, numbers as numbers', () => {
    bff.session = {
      ...signIn(
        sampleConnection({ id: asConnectionId('1'), businessName: 'Quai 10' }),
        sampleConnection({ id: asConnectionId('2'), businessName: 'Quai 9' }),
        sampleConnection({ id: asConnectionId('3'), businessName: 'Épicerie du port' }),
        sampleConnection({ id: asConnectionId('4'), businessName: 'Fromagerie' }),
      ),
      locale: 'fr',
    }
    bff.open('/businesses')
    expect(names()).toEqual(['Épicerie du port', 'Fromagerie', 'Quai 9', 'Quai 10'])
  })

  it('marks the one that is shown, in words', () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    expect(within(item('Northwind Trading')).getByText('Shown now')).toBeTruthy()
    expect(within(item('Fern & Co')).queryByText('Shown now')).toBeNull()
  })

  it('says who connected each, where that is known', () => {
    bff.session = signIn(northwind, { ...fern, email: null })
    bff.open('/businesses')
    expect(item('Northwind Trading').textContent).toContain(
      'Connected by many@harbour.example on 18\u00a0November\u00a02026',
    )
    expect(item('Fern & Co').textContent).toContain('Connected 18\u00a0November\u00a02026')
  })

  it('gives each its own state, words and way on, none of them louder than the others', () => {
    bff.session = signIn(northwind, { ...fern, state: 'reconnect', reason: 'ended' })
    bff.open('/businesses')
    const broken = within(item('Fern & Co'))
    expect(broken.getByText('Reconnect needed')).toBeTruthy()
    expect(broken.getByText(/The access to Fern & Co no longer works\./)).toBeTruthy()
    expect(formOf(broken.getByRole('button', { name: 'Reconnect Fern & Co' }))).toMatchObject({
      intent: 'reconnect',
      connection_id: 'fern',
      return_to: '/b/northwind/businesses',
    })
    expect(document.querySelector('.button-primary')).toBeNull()
  })

  it('leads from the one that is shown to its connection', () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    follow('Manage the connection')
    expect(heading()).toBe('Connection to Northwind Trading')
  })
})

describe('a business of the list that is not the one shown', () => {
  const lost = { ...fern, state: 'reconnect', reason: 'business_access_lost' } as const

  it('is shown at its own address, on the overview, and is where old addresses lead from then on', async () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    follow('Show Fern & Co')
    expect(heading()).toBe('Fern & Co')
    expect(location.pathname).toBe('/b/fern/')
    await waitFor(() => expect(bff.count('POST /api/connections/fern/use')).toBe(1))
  })

  it('is the one that "Remove" asks about, and no other', () => {
    bff.session = signIn(northwind, lost)
    bff.open('/businesses')
    follow('Remove Fern & Co from Counterfoil')
    expect(heading()).toBe('Disconnect Fern & Co?')
    expect(formOf(button('Disconnect Fern & Co'))).toMatchObject({
      connection_id: 'fern',
      return_to: '/b/fern/settings/connection',
    })
  })
})

describe('a business that was disconnected', () => {
  it('is remembered with the way back, and can be taken off the list', async () => {
    bff.session = signIn(northwind, gone)
    bff.answers(DISMISS, () => (bff.session = signIn(northwind)))
    bff.open('/businesses')
    expect(item('Alpha Cakes').textContent).toContain('You disconnected Alpha Cakes')
    expect(within(item('Alpha Cakes')).getByRole('button', { name: 'Connect again' })).toBeTruthy()
    press('Remove Alpha Cakes from this list')
    await waitFor(() => expect(names()).toEqual(['Northwind Trading']))
    expect(bff.count('POST /api/connections/gone/dismiss')).toBe(1)
  })

  it('stays on the list when that failed, and the page says so at once', async () => {
    bff.session = signIn(northwind, gone)
    bff.answers(DISMISS, problemAnswer('internal-error'))
    bff.open('/businesses')
    press('Remove Alpha Cakes from this list')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(names()).toContain('Alpha Cakes')
  })

  it('is offered to nobody to be shown', () => {
    bff.session = signIn(northwind, gone)
    bff.open('/businesses')
    expect(screen.queryByRole('button', { name: 'Show Alpha Cakes' })).toBeNull()
  })
})
