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

describe('the business list', () => {
  it('shows an explanation if it is empty; connecting is the only primary button', () => {
    bff.session = signIn()
    bff.open('/businesses')
    expect(screen.getByText('No business is connected yet. When you connect one it shows here.')).toBeTruthy()
    expect(screen.queryByRole('list')).toBeNull()
    expect(button('Connect a business').className).toBe('button-primary')
  })

  it('sorts connected businesses by name, followed by disconnected ones', () => {
    bff.session = signIn(gone, northwind, fern)
    bff.open('/businesses')
    expect(names()).toEqual(['Fern & Co', 'Northwind Trading', 'Alpha Cakes'])
    expect(screen.getByText('2 businesses in Counterfoil.')).toBeTruthy()
  })

  it('sorts by the rules of the language, with numbers by value', () => {
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

  it('marks the shown business in words', () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    expect(within(item('Northwind Trading')).getByText('Shown now')).toBeTruthy()
    expect(within(item('Fern & Co')).queryByText('Shown now')).toBeNull()
  })

  it('names the person who connected each business, if known', () => {
    bff.session = signIn(northwind, { ...fern, email: null })
    bff.open('/businesses')
    expect(item('Northwind Trading').textContent).toContain(
      'Connected by many@harbour.example on 18\u00a0November\u00a02026',
    )
    expect(item('Fern & Co').textContent).toContain('Connected 18\u00a0November\u00a02026')
  })

  it('shows the state, explanation and action of each business with equal weight', () => {
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

  it('links the shown business to its connection page', () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    follow('Manage the connection')
    expect(heading()).toBe('Connection to Northwind Trading')
  })
})

describe('a listed business that is not the shown one', () => {
  const lost = { ...fern, state: 'reconnect', reason: 'business_access_lost' } as const

  it('is opened at its own address on the overview, and is then the target of addresses without a business', async () => {
    bff.session = signIn(northwind, fern)
    bff.open('/businesses')
    follow('Show Fern & Co')
    expect(heading()).toBe('Fern & Co')
    expect(location.pathname).toBe('/b/fern/')
    await waitFor(() => expect(bff.count('POST /api/connections/fern/use')).toBe(1))
  })

  it('is the only one that "Remove" asks about', () => {
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

describe('a disconnected business', () => {
  it('can be reconnected or removed from the list', async () => {
    bff.session = signIn(northwind, gone)
    bff.answers(DISMISS, () => (bff.session = signIn(northwind)))
    bff.open('/businesses')
    expect(item('Alpha Cakes').textContent).toContain('You disconnected Alpha Cakes')
    expect(within(item('Alpha Cakes')).getByRole('button', { name: 'Connect again' })).toBeTruthy()
    press('Remove Alpha Cakes from this list')
    await waitFor(() => expect(names()).toEqual(['Northwind Trading']))
    expect(bff.count('POST /api/connections/gone/dismiss')).toBe(1)
  })

  it('stays on the list if removing fails, which is shown and announced', async () => {
    bff.session = signIn(northwind, gone)
    bff.answers(DISMISS, problemAnswer('internal-error'))
    bff.open('/businesses')
    press('Remove Alpha Cakes from this list')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(names()).toContain('Alpha Cakes')
  })

  it('cannot be opened', () => {
    bff.session = signIn(northwind, gone)
    bff.open('/businesses')
    expect(screen.queryByRole('button', { name: 'Show Alpha Cakes' })).toBeNull()
  })
})
