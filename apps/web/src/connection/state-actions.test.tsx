import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import {
  button,
  formOf,
  holdTimers,
  press,
  SESSION_CALL,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, sampleDays, signedInSession, sampleProvider } from '#testing/samples.ts'

const bff = startFakeBff()
const CHECK_UP = 'POST /api/connections/:id/check-up'
const CHECKED = 'POST /api/connections/connection-northwind/check-up'
const PAGE = '/settings/connection'
const open = (change: Partial<ConnectionView>) => {
  bff.session = signedInSession([sampleConnection(change)], { idleEndsAt: null })
  bff.open(PAGE, { recentDays: sampleDays() })
}
const state = () => within(screen.getByRole('region', { name: 'Status' }))
const actions = () =>
  [...(screen.getByRole('region', { name: 'Status' }).querySelectorAll('.actions > *') ?? [])].map(
    (element) => [element.querySelector('button')?.textContent ?? element.textContent, classOf(element)],
  )
const classOf = (element: Element) => (element.querySelector('button') ?? element).className

describe('the actions of a connection state', () => {
  it.each([
    ['connected', null, []],
    ['limited', 'fewer_permissions', [['Allow what is off', 'button-primary']]],
    ['reconnect', 'ended', [['Reconnect Northwind Trading', 'button-primary']]],
    [
      ...(['reconnect', 'removed_at_provider'] as const),
      [
        ['Reconnect Northwind Trading', 'button-primary'],
        ['Disconnect for good', 'button-plain'],
      ],
    ],
    [
      ...(['reconnect', 'business_access_lost'] as const),
      [
        ['Switch to another business', 'button-primary'],
        ['Remove Northwind Trading from Counterfoil', 'button-plain'],
      ],
    ],
    [
      ...(['plan_ended', 'subscription_inactive'] as const),
      [
        ['See the plan', 'button-primary'],
        ['Connect another business', 'button-plain'],
      ],
    ],
    ['trouble', 'provider_down', [['Try now', 'button-primary']]],
    ['trouble', 'rate_limited', []],
    ['trouble', 'misconfigured', []],
  ] as const)('shows the buttons for %s, %s', (name, reason, expected) => {
    open({ state: name, reason })
    expect(actions()).toEqual(expected)
  })

  it('request exactly the missing permissions', () => {
    open({ state: 'limited', reason: 'fewer_permissions', missing: ['product:read', 'customer:read'] })
    expect(formOf(button('Allow what is off'))).toMatchObject({
      intent: 'allow_more',
      connection_id: 'connection-northwind',
      want: 'product:read customer:read',
    })
  })

  it('replace a lost business', () => {
    open({ state: 'reconnect', reason: 'business_access_lost' })
    expect(formOf(button('Switch to another business'))).toMatchObject({
      intent: 'switch_business',
      connection_id: 'connection-northwind',
    })
  })

  it('link to the plan page of the provider, if it has one', () => {
    open({ state: 'plan_ended', reason: 'subscription_inactive' })
    const link = state().getByRole('link', { name: 'See the plan' })
    expect(link.getAttribute('href')).toBe('http://127.0.0.1:4000/plans')
  })

  it('have no link if the provider has no plan page', () => {
    bff.session = signedInSession([sampleConnection({ state: 'plan_ended' })], {
      idleEndsAt: null,
      provider: sampleProvider({ name: 'Port', plansUrl: null, connectedAppsUrl: null }),
    })
    bff.open(PAGE)
    expect(state().queryByRole('link')).toBeNull()
    expect(state().getByRole('button', { name: 'Connect another business' })).toBeTruthy()
  })
})

describe('"Try now"', () => {
  it('sends one request to the provider and shows its outcome', async () => {
    open({ state: 'trouble', reason: 'provider_down' })
    bff.answers(CHECK_UP, () => {
      bff.session = signedInSession([sampleConnection({ version: 2 })], { idleEndsAt: null })
      return { checks: [], connection: sampleConnection(), reference: '7F2K-91' }
    })
    press('Try now')
    await waitFor(() => expect(state().queryByText('Connected')).not.toBeNull())
    expect(bff.count(CHECKED)).toBe(1)
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull()
  })

  it('shows that it is running, and ignores presses meanwhile', async () => {
    open({ state: 'trouble', reason: 'provider_down' })
    const check = bff.holds(CHECK_UP, problemAnswer('provider-timeout'))
    const tryNow = button('Try now')
    press('Try now')
    await waitFor(() => expect(tryNow.textContent).toBe('Trying…'))
    tryNow.click()
    check.release()
    await waitFor(() => expect(tryNow.textContent).toBe('Try now'))
    expect(bff.count(CHECKED)).toBe(1)
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
  })

  it('is disabled for ten seconds after a press, and shows why', async () => {
    const timers = holdTimers()
    open({ state: 'trouble', reason: 'provider_down' })
    bff.answers(CHECK_UP, problemAnswer('provider-timeout'))
    press('Try now')
    await waitFor(() => expect(button('Try now').getAttribute('aria-disabled')).toBe('false'))
    press('Try now')
    await waitFor(() => expect(spoken()).toBe('You can try again in 10 seconds.'))
    expect(bff.count(CHECKED)).toBe(1)
    await timers.pass(10_100)
    press('Try now')
    await waitFor(() => expect(bff.count(CHECKED)).toBe(2))
  })
})
