import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { comeBack, follow, heading, press, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const inState = (change: Partial<ConnectionView>) =>
  signedInSession([sampleConnection(change)], { idleEndsAt: null })
const removed = { state: 'reconnect', reason: 'removed_at_provider' } as const
const notice = () => screen.queryByRole('region', { name: 'Reconnect needed' })

describe('the notice that a connection needs attention', () => {
  it.each([
    ['connected', null],
    ['limited', 'fewer_permissions'],
    ['trouble', 'partial'],
    ['trouble', 'rate_limited'],
  ] as const)('is hidden in the state %s, %s: the affected part of the page reports it', (state, reason) => {
    bff.session = inState({ state, reason })
    bff.open('/')
    expect(document.querySelector('main .screen > .notice')).toBeNull()
  })

  it.each([
    ['reconnect', 'removed_at_provider', 'Reconnect needed'],
    ['plan_ended', 'subscription_inactive', 'Plan ended'],
    ['trouble', 'provider_down', 'Harbour isn’t answering'],
    ['trouble', 'misconfigured', 'We’ve set something up wrong'],
  ] as const)(
    'is shown on every page with figures and is announced: %s, %s',
    async (state, reason, title) => {
      bff.session = inState({ state, reason })
      const home = bff.open('/')
      expect(document.querySelector('main .screen > .notice h2')?.textContent).toBe(title)
      await waitFor(() => expect(spoken()).toBe(title))
      home.unmount()
      bff.open('/profile')
      expect(document.querySelector('main .screen > .notice h2')?.textContent).toBe(title)
    },
  )

  it('is no longer announced once the provider answers again', async () => {
    bff.session = inState({ state: 'trouble', reason: 'provider_down' })
    bff.open('/profile')
    await waitFor(() => expect(spoken()).toBe('Harbour isn’t answering'))
    bff.session = inState({ state: 'connected' })
    comeBack()
    await waitFor(() => expect(document.querySelector('main .screen > .notice')).toBeNull())
    await waitFor(() => expect(spoken()).toBe(''))
  })

  it('cannot be hidden while the provider is unreachable: it disappears by itself', () => {
    bff.session = inState({ state: 'trouble', reason: 'provider_down' })
    bff.open('/')
    expect(screen.queryByRole('button', { name: 'Hide this' })).toBeNull()
  })

  it('leaves the state in the connection badge when it is hidden', async () => {
    bff.session = inState(removed)
    bff.open('/')
    press('Hide this')
    expect(notice()).toBeNull()
    expect(
      within(screen.getByRole('banner')).getByText('Reconnect needed', { selector: '.status-badge-full' }),
    ).toBeTruthy()
    await waitFor(() => expect(spoken()).toBe('Hidden. The connection mark at the top still shows it.'))
  })

  it('moves focus to the content when it is hidden, not to the top of the page', () => {
    bff.session = inState(removed)
    bff.open('/')
    press('Hide this')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('stays hidden on other pages and after a reload of the tab', () => {
    bff.session = inState(removed)
    const first = bff.open('/')
    press('Hide this')
    follow('Profile')
    expect(heading()).toBe('Profile')
    expect(notice()).toBeNull()
    first.unmount()
    bff.open('/')
    expect(notice()).toBeNull()
  })

  it('reappears when the state changes again', async () => {
    bff.session = inState(removed)
    bff.open('/')
    press('Hide this')
    bff.session = inState({ ...removed, since: '2026-11-20T12:04:00.000Z' })
    comeBack()
    await waitFor(() => expect(notice()).not.toBeNull())
  })

  it('disappears by itself when the connection works again', async () => {
    bff.session = inState(removed)
    bff.open('/')
    expect(notice()).not.toBeNull()
    bff.session = inState({ version: 2 })
    comeBack()
    await waitFor(() => expect(notice()).toBeNull())
    expect(await screen.findByText(/is owed to you/)).toBeTruthy()
  })
})
