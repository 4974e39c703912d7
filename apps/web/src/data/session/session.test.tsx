import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asUserWireId } from '@counterfoil/oauth/testing/ids'
import {
  comeBack,
  follow,
  heading,
  holdTimers,
  press,
  SESSION_CALL,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, sampleDays, sampleSession, signedInSession } from '#testing/samples.ts'
import { useSession } from './session.tsx'

const bff = startFakeBff()
const northwind = sampleConnection()

describe('the session of a page', () => {
  it('is taken from the HTML and not read again at the start', async () => {
    bff.open('/')
    await screen.findByText(/is owed to you/)
    expect(bff.count(SESSION_CALL)).toBe(0)
  })

  it('is read once for several simultaneous notices', async () => {
    bff.open('/businesses')
    const reading = bff.holds(SESSION_CALL, () => bff.session)
    comeBack()
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    reading.release()
    await waitFor(() => expect(heading()).toBe('Businesses'))
  })

  it('stays unchanged if it cannot be read', async () => {
    bff.open('/businesses')
    bff.answers(SESSION_CALL, problemAnswer('internal-error'))
    comeBack()
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    expect(heading()).toBe('Businesses')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('of another person discards what was read for the previous one', async () => {
    bff.open('/')
    await screen.findByText(/is owed to you/)
    bff.answers('GET /api/connections/:id/figures', problemAnswer('provider-unavailable'))
    bff.session = signedInSession([{ ...northwind, userId: asUserWireId('VXNlcjoy') }], {
      person: { userId: asUserWireId('VXNlcjoy'), email: 'sam@harbour.example' },
      idleEndsAt: null,
    })
    comeBack()
    await screen.findByRole('region', { name: 'Harbour isn’t answering' })
    expect(screen.queryByText(/is owed to you/)).toBeNull()
  })

  it('of another person shows no list that was requested for the previous one', async () => {
    const at = '2026-11-20T12:04:00.000Z'
    const entry = { id: 'here', current: true, device: 'Firefox on Linux', startedAt: at, lastSeenAt: at }
    bff.answers('GET /api/sessions', [entry])
    bff.open('/settings/sessions')
    await screen.findByText('Firefox on Linux')
    follow('Overview')
    bff.session = signedInSession([{ ...northwind, userId: asUserWireId('VXNlcjoy') }], {
      person: { userId: asUserWireId('VXNlcjoy'), email: 'sam@harbour.example' },
      idleEndsAt: null,
    })
    comeBack()
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    follow('Profile')
    await screen.findByText('sam@harbour.example')
    bff.holds('GET /api/sessions', [])
    follow('See where you are signed in')
    expect(screen.queryByText('Firefox on Linux')).toBeNull()
  })

  it('that ends during a call is confirmed only after that call', async () => {
    const timers = holdTimers()
    bff.open('/settings/connection', { recentDays: sampleDays() })
    const check = bff.holds('POST /api/connections/:id/check-up', problemAnswer('provider-timeout'))
    press('Run the check-up')
    let reads = 0
    bff.answers(SESSION_CALL, () => ((reads += 1) === 1 ? sampleSession() : bff.session))
    comeBack()
    await waitFor(() => expect(reads).toBe(1))
    await timers.pass(5_000)
    expect(reads).toBe(1)
    check.release()
    await timers.pass(1_000)
    await waitFor(() => expect(reads).toBeGreaterThan(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('with an ended plan is read at the time the BFF names', async () => {
    const timers = holdTimers()
    bff.session = signedInSession(
      [{ ...northwind, state: 'plan_ended', canRetryAt: '2026-11-20T12:05:30.000Z' }],
      { idleEndsAt: null },
    )
    bff.open('/')
    await timers.pass(59_000)
    expect(bff.count(SESSION_CALL)).toBe(0)
    bff.session = signedInSession([{ ...northwind, version: 2 }], { idleEndsAt: null })
    await timers.pass(2_000)
    await screen.findByText(/is owed to you/)
    // An announcement stays in its live region until the next one.
    expect(screen.queryByText('Plan ended', { ignore: '[role=status]' })).toBeNull()
  })

  it('with an ended plan is not read in a loop once that time has passed', async () => {
    const timers = holdTimers()
    bff.session = signedInSession(
      [{ ...northwind, state: 'plan_ended', canRetryAt: '2026-11-20T12:00:00.000Z' }],
      { idleEndsAt: null },
    )
    bff.open('/')
    await timers.pass(1_100)
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBe(1))
    await timers.pass(20_000)
    expect(bff.count(SESSION_CALL)).toBe(1)
  })

  it('throws if a component uses it without a provider', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    function Asks() {
      useSession()
      return null
    }
    expect(() => render(<Asks />)).toThrow('useSession needs a SessionProvider above it')
  })
})

describe('a device with a wrong clock', () => {
  it('shows ages by the clock of the server', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2031-01-01T00:00:00.000Z'))
    bff.open('/')
    await screen.findByText(/is owed to you/)
    await waitFor(() =>
      expect(document.querySelector('.status-badge-full')?.textContent).toBe('Connected · read just now'),
    )
  })
})
