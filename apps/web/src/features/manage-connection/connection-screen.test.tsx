import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { button, follow, formOf, heading, startFakeBff } from '#testing/app-fixture.ts'
import {
  sampleConnection,
  sampleDays,
  sampleSession,
  signedInSession,
  sampleProvider,
} from '#testing/samples.ts'

const bff = startFakeBff()
const PAGE = '/settings/connection'
const open = (change: Partial<ConnectionView> = {}, session: Parameters<typeof signedInSession>[1] = {}) => {
  bff.session = signedInSession([sampleConnection(change)], { idleEndsAt: null, ...session })
  return bff.open(PAGE, { recentDays: sampleDays() })
}
const card = (name: string) => screen.getByRole('region', { name })
const rows = () =>
  Object.fromEntries(
    [...card('Status').querySelectorAll('.row')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

describe('the connection page', () => {
  it('shows the state, its start, the last and next reading, who connected and the end date', () => {
    open()
    expect(heading()).toBe('Connection to Northwind Trading')
    expect(rows()).toEqual({
      Since: '18\u00a0November, 2 days ago',
      'Last read': expect.stringMatching(/^\d\d:\d\d, 2 minutes ago$/) as string,
      'Next read': 'When you open a page',
      'Ends if unused': '18\u00a0February\u00a02027',
      'Connected by': 'many@harbour.example',
    })
  })

  it('shows the date by which to reconnect if access cannot be renewed', () => {
    open({ endsAt: '2026-11-30T09:00:00Z' })
    expect(rows()).toMatchObject({ 'Connect again by': '30\u00a0November\u00a02026' })
  })

  it('omits unknown facts, and names events that never happened', () => {
    open({ email: null, lastGoodAt: null, endsUnusedAt: null })
    expect(rows()).toEqual({
      Since: '18\u00a0November, 2 days ago',
      'Last read': 'Not yet',
      'Next read': 'When you open a page',
    })
  })

  it('shows when the provider may be asked again', () => {
    open({ state: 'trouble', reason: 'rate_limited', canRetryAt: '2026-11-20T12:06:00.000Z' })
    expect(rows()['Next read']).toMatch(/^\d\d:\d\d$/)
  })

  it.each(['reconnect', 'plan_ended'] as const)('shows no next reading in the state %s', (state) => {
    open({ state })
    expect(rows()).not.toHaveProperty('Next read')
    expect(card('What Counterfoil could see')).toBeTruthy()
  })

  it('puts reconnecting behind "Having trouble?" while all is well', () => {
    open()
    const reconnect = within(card('Change or stop')).getByRole('button', {
      name: 'Reconnect Northwind Trading',
      hidden: true,
    })
    expect(reconnect.closest('details')?.open).toBe(false)
  })

  it('offers reconnecting once if it is needed', () => {
    open({ state: 'reconnect', reason: 'ended' })
    expect(screen.getAllByRole('button', { name: 'Reconnect Northwind Trading', hidden: true })).toHaveLength(
      1,
    )
  })

  it('offers to repeat the consent at the provider', () => {
    open()
    const again = screen.getByRole('button', { name: 'Ask me again at Harbour', hidden: true })
    expect(formOf(again)).toMatchObject({ intent: 'ask_again', connection_id: 'connection-northwind' })
  })

  it('links to the list of connected apps of the provider, if it has one', () => {
    const page = open()
    expect(screen.getByRole('link', { name: 'Connected apps in Harbour' }).getAttribute('href')).toBe(
      'http://127.0.0.1:4000/connected-apps',
    )
    page.unmount()
    open({}, { provider: sampleProvider({ name: 'Port', plansUrl: null, connectedAppsUrl: null }) })
    expect(screen.queryByRole('link', { name: /Connected apps/ })).toBeNull()
  })

  it('ends with a link to disconnect this business, by name', () => {
    open()
    follow('Disconnect Northwind Trading')
    expect(heading()).toBe('Disconnect Northwind Trading?')
    expect(location.pathname).toBe('/b/northwind/settings/connection/disconnect')
  })

  it('links to all businesses only if there are others', () => {
    open()
    expect(screen.queryByRole('link', { name: 'See all businesses' })).toBeNull()
  })
})

describe('a missing permission', () => {
  it('can be requested separately, by a button with its own accessible name', () => {
    open({ state: 'limited', reason: 'fewer_permissions', missing: ['product:read', 'customer:read'] })
    const allow = button(/^Allow ?Products and services$/)
    expect(formOf(allow)).toMatchObject({ intent: 'allow_more', want: 'product:read' })
    expect(formOf(button(/^Allow ?Customers$/))).toMatchObject({ want: 'customer:read' })
  })

  it('cannot be requested while nothing can be read', () => {
    open({ state: 'plan_ended', missing: ['product:read'] })
    expect(screen.getByRole('heading', { level: 3, name: 'What is off' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Allow/ })).toBeNull()
  })

  it('is followed by the optional read permissions, collapsed, without those already granted', () => {
    open({ scopes: ['business:read', 'vendor:read'] })
    const more = screen.getByText('What you could add').closest('details') as HTMLDetailsElement
    expect(more.open).toBe(false)
    const names = [...more.querySelectorAll('.permission-name')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Sales taxes'])
  })
})

describe('the connection page without a connection', () => {
  it('reports it to a signed-in person and offers to connect', () => {
    bff.session = signedInSession([], { idleEndsAt: null })
    bff.open(PAGE)
    expect(heading()).toBe('Connection')
    expect(screen.getByText('Nothing is connected. Nothing is read.')).toBeTruthy()
    expect(formOf(button('Connect a business'))).toMatchObject({ intent: 'connect', return_to: '/' })
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  })

  it('does not deny existing connections to a signed-out person', () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' } })
    bff.open(PAGE)
    expect(screen.getByText(/What is connected stays connected/)).toBeTruthy()
    expect(formOf(button('Sign in'))).toMatchObject({ intent: 'sign_in', return_to: PAGE })
    expect(screen.queryByRole('button', { name: 'Connect a business' })).toBeNull()
  })

  it('offers to continue an unfinished attempt', () => {
    bff.session = sampleSession({
      openAttempt: {
        id: asAttemptId('attempt-1'),
        startedAt: '2026-11-20T11:46:00.000Z',
        businessName: null,
      },
    })
    bff.open(PAGE)
    expect(within(card('Status')).getByText('Finish connecting')).toBeTruthy()
    expect(formOf(button('Continue'))).toMatchObject({ attempt_id: asAttemptId('attempt-1') })
  })

  it('shows a disconnected business as disconnected', () => {
    open({ state: 'disconnected', reason: 'by_user' })
    expect(heading()).toBe('Connection')
    expect(within(card('Status')).getByText('Disconnected')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Run the check-up' })).toBeNull()
  })
})
