import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { comeBack, follow, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const mark = () => document.querySelector('.status-badge') as HTMLAnchorElement
/** Matches the accessible name of the badge without its prefix, whose whitespace differs between implementations. */
const named = (words: string) => (name: string) => name.replace(/^Connection: ?/, '') === words
const attempt = { id: asAttemptId('a'), startedAt: '2026-11-20T12:00:00.000Z', businessName: null }

describe('the connection badge', () => {
  it.each([
    ['none', sampleSession(), 'Not connected'],
    ['connecting', sampleSession({ openAttempt: attempt }), 'Finish connecting'],
    ['connected', signedInSession([sampleConnection()]), 'Connected · 2 min'],
    [
      'limited',
      signedInSession([sampleConnection({ state: 'limited' })]),
      'Connected, some things off · 2 min',
    ],
    ['reconnect', signedInSession([sampleConnection({ state: 'reconnect' })]), 'Reconnect needed'],
    ['plan_ended', signedInSession([sampleConnection({ state: 'plan_ended' })]), 'Plan ended'],
    [
      'trouble',
      signedInSession([sampleConnection({ state: 'trouble', reason: 'provider_down' })]),
      'Harbour isn’t answering',
    ],
    ['disconnected', signedInSession([sampleConnection({ state: 'disconnected' })]), 'Disconnected'],
  ] as const)('shows %s in words and with its own shape', (state, session, words) => {
    bff.session = { ...session, idleEndsAt: null }
    bff.open('/settings/connection')
    expect(screen.getByRole('link', { name: named(words) })).toBe(mark())
    expect(mark().className).toBe(`status-badge status-badge-${state}`)
    expect(mark().querySelector('.sign')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('has a different shape for each state', () => {
    const shapes = new Set<string>()
    for (const state of [
      'connected',
      'limited',
      'reconnect',
      'plan_ended',
      'trouble',
      'disconnected',
    ] as const) {
      bff.session = signedInSession([sampleConnection({ state })], { idleEndsAt: null })
      const page = bff.open('/profile')
      shapes.add(mark().querySelector('.sign')?.innerHTML ?? '')
      page.unmount()
    }
    expect(shapes.size).toBe(6)
  })

  it('shows that nobody is signed in, rather than denying a connection', () => {
    bff.session = sampleSession({ returning: { businessName: 'Northwind Trading' } })
    bff.open('/')
    expect(screen.getByRole('link', { name: named('Signed out') })).toBeTruthy()
  })

  it('shows "read just now" after this page has read', async () => {
    bff.open('/')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: named('Connected · read just now') })).toBe(mark()),
    )
  })

  it('shows no age if nothing was ever read', () => {
    bff.session = signedInSession([sampleConnection({ lastGoodAt: null })], { idleEndsAt: null })
    bff.open('/businesses')
    expect(screen.getByRole('link', { name: named('Connected') })).toBeTruthy()
  })

  it('links to the connection page from every page', () => {
    bff.open('/profile')
    follow(/^Connection:/)
    expect(heading()).toBe('Connection to Northwind Trading')
  })

  it('is updated by changes from other tabs', async () => {
    bff.open('/businesses')
    bff.session = signedInSession([sampleConnection({ state: 'plan_ended' })], { idleEndsAt: null })
    comeBack()
    await waitFor(() => expect(screen.getByRole('link', { name: named('Plan ended') })).toBe(mark()))
  })
})
