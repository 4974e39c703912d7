import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { SESSION_CALL, setOnline, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const line = () => document.querySelector('.offline-line')?.textContent

describe('the offline line', () => {
  it('is hidden while the network is available', () => {
    bff.open('/')
    expect(line()).toBeUndefined()
  })

  it('shows the time of the visible data, with the date if it is not today', async () => {
    bff.session = signedInSession(
      [sampleConnection({ state: 'plan_ended', lastGoodAt: '2026-11-18T08:40:00.000Z' })],
      { idleEndsAt: null },
    )
    bff.open('/settings/connection/disconnect')
    setOnline(false)
    expect(line()).toMatch(/^You’re offline\. What you see here is from 18\u00a0November, \d\d:\d\d\.$/)
    await waitFor(() => expect(spoken()).toBe(line()))
  })

  it('shows the time of the last reading in this page, if it is later than that of the HTML', async () => {
    bff.session = signedInSession([sampleConnection({ lastGoodAt: '2026-11-18T08:40:00.000Z' })], {
      idleEndsAt: null,
    })
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    setOnline(false)
    await waitFor(() => expect(line()).toMatch(/^You’re offline\. What you see here is from \d\d:\d\d\.$/))
  })

  it('shows no time if nothing was read', () => {
    bff.session = sampleSession()
    bff.open('/')
    setOnline(false)
    expect(line()).toBe('You’re offline.')
  })

  it('disappears with the network’s return, announces it once, and reads new data', async () => {
    bff.open('/')
    setOnline(false)
    setOnline(true)
    expect(line()).toBeUndefined()
    await waitFor(() => expect(spoken()).toBe('You’re back online.'))
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
  })

  it('shows that nothing can be changed while the store is read-only, and disappears once it is writable', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    bff.session = { ...bff.session, isReadOnly: true }
    bff.open('/')
    expect(line()).toBe('Nothing can be changed or connected at the moment. You can still read what is here.')
    await waitFor(() => expect(spoken()).toBe(line()))
    const { isReadOnly: _gone, ...mended } = bff.session
    bff.session = mended
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await waitFor(() => expect(line()).toBeUndefined())
    await waitFor(() => expect(spoken()).toBe('You can make changes and connect again.'))
  })

  it('does not announce that changes work again while the network is down', async () => {
    bff.session = { ...bff.session, isReadOnly: true }
    bff.open('/')
    await waitFor(() => expect(spoken()).toMatch(/^Nothing can be changed/))
    setOnline(false)
    await waitFor(() => expect(spoken()).toMatch(/^You’re offline\./))
    setOnline(true)
    await waitFor(() => expect(spoken()).toMatch(/^Nothing can be changed/))
  })

  it('is translated into French', () => {
    bff.session = { ...bff.session, locale: 'fr' }
    bff.open('/settings/connection/disconnect')
    setOnline(false)
    expect(line()).toMatch(/^Vous êtes hors ligne\. Dernière lecture\u00a0: \d\d:\d\d\.$/)
  })
})
