import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { formOf, heading, press, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { ASK_AGAIN_AFTER_MS } from './locked-card.tsx'

const bff = startFakeBff()
const limited = () =>
  signedInSession(
    [
      sampleConnection({
        ...{ state: 'limited', reason: 'fewer_permissions' },
        ...{ missing: ['account:read'], scopes: ['user:read', 'business:read'] },
      }),
    ],
    { idleEndsAt: null },
  )
const card = () => screen.getByRole('region', { name: 'Accounts and balances' })
const LATER_KEY = 'later:connection-northwind:account:read'

describe('the placeholder card of a missing permission', () => {
  it('explains the missing permission, and requests nothing until it is pressed', () => {
    bff.session = limited()
    bff.open('/')
    expect(within(card()).getByText(/^Counterfoil can’t see accounts and balances\./)).toBeTruthy()
    expect(within(card()).queryByRole('button', { name: 'Continue to Harbour' })).toBeNull()
  })

  it('requests that one permission and names it', () => {
    bff.session = limited()
    bff.open('/')
    press('Allow accounts and balances')
    expect(card().textContent).toContain(
      'needs to see accounts and balances (account names, types and balances)',
    )
    expect(formOf(within(card()).getByRole('button', { name: 'Continue to Harbour' }))).toMatchObject({
      intent: 'allow_more',
      connection_id: 'connection-northwind',
      want: 'account:read',
      return_to: '/b/northwind/',
    })
  })

  it('keeps focus inside the card when the question replaces the button', () => {
    bff.session = limited()
    bff.open('/')
    press('Allow accounts and balances')
    expect(card().contains(document.activeElement)).toBe(true)
    expect(document.activeElement?.textContent).toContain('To show this, Counterfoil needs to see')
  })

  it('collapses after "Not now" to one focused line that names the connection page', () => {
    bff.session = limited()
    bff.open('/')
    press('Allow accounts and balances')
    press('Not now')
    expect(screen.queryByRole('region', { name: 'Accounts and balances' })).toBeNull()
    const line = screen.getByText(
      'Accounts and balances: still off. You can allow it on the connection page.',
    )
    expect(document.activeElement).toBe(line)
  })

  it('takes no focus on a page that loads after "Not now"', () => {
    localStorage.setItem(LATER_KEY, String(Date.now()))
    bff.session = limited()
    bff.open('/')
    expect(screen.getByText(/^Accounts and balances: still off\./)).toBeTruthy()
    expect(document.activeElement).toBe(document.body)
  })

  it('asks again after thirty days', () => {
    localStorage.setItem(LATER_KEY, String(Date.now() - ASK_AGAIN_AFTER_MS))
    bff.session = limited()
    bff.open('/')
    expect(within(card()).getByRole('button', { name: 'Allow accounts and balances' })).toBeTruthy()
  })

  it('stores "Not now" per connection', () => {
    localStorage.setItem(LATER_KEY, String(Date.now()))
    const [connection] = limited().connections
    bff.session = signedInSession(
      [{ ...(connection ?? sampleConnection()), id: asConnectionId('another') }],
      {
        idleEndsAt: null,
      },
    )
    bff.open('/')
    expect(card()).toBeTruthy()
  })

  it.each([
    ['/accounts', 'Accounts'],
    ['/accounts/account-1', 'Accounts'],
  ])('replaces a page that needs the missing permission, at %s', (path, title) => {
    bff.session = limited()
    bff.open(path)
    expect(heading()).toBe(title)
    press('Allow accounts and balances')
    expect(formOf(within(card()).getByRole('button', { name: 'Continue to Harbour' }))).toMatchObject({
      want: 'account:read',
      return_to: `/b/northwind${path}`,
    })
    expect(screen.queryByRole('table')).toBeNull()
  })
})
