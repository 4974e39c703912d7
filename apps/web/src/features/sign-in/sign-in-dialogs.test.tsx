import { asConnectionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  alerted,
  comeBack,
  formOf,
  heading,
  holdTimers,
  noContent,
  press,
  SESSION_CALL,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { idlePhase, LONGEST_TIMER_MS, WARN_BEFORE_MS } from './sign-in-dialogs.tsx'

const bff = startFakeBff()
const EXTEND = 'POST /api/session/extend'
/** The end of a session two and a half minutes after the page was rendered at 12:04:30. */
const SOON = '2026-11-20T12:07:00.000Z'
const LATER = '2026-11-20T12:34:30.000Z'
const endsAt = (idleEndsAt: string | null) => signedInSession([sampleConnection()], { idleEndsAt })
const warning = () => screen.queryByRole('dialog', { name: 'Still there?' })

describe('a sign-in that is about to end', () => {
  it('is announced two minutes before in a dialog with the time', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.open('/profile')
    await timers.pass(29_000)
    expect(warning()).toBeNull()
    expect(alerted()).toBe('')
    await timers.pass(2_000)
    expect(warning()).not.toBeNull()
    expect(alerted()).toMatch(/^You’ll be signed out at \d\d:\d\d\.$/)
    expect(heading()).toBe('Profile')
  })

  it('is checked with the BFF first: another tab may have extended it', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.open('/profile')
    bff.session = endsAt(LATER)
    await timers.pass(31_000)
    await waitFor(() => expect(bff.count(SESSION_CALL)).toBeGreaterThan(0))
    await waitFor(() => expect(warning()).toBeNull())
  })

  it('is read again when the warning begins', async () => {
    const timers = holdTimers()
    // Ten seconds to the warning: no other session reading happens within them.
    bff.session = endsAt('2026-11-20T12:06:40.000Z')
    bff.open('/profile')
    await timers.pass(5_000)
    expect(warning()).toBeNull()
    const before = bff.count(SESSION_CALL)
    await timers.pass(6_000)
    expect(warning()).not.toBeNull()
    expect(bff.count(SESSION_CALL)).toBe(before + 1)
  })

  it('is extended by the button, which is announced, and the page stays unchanged', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.answers(EXTEND, () => {
      bff.session = endsAt(LATER)
      return noContent()
    })
    bff.open('/profile')
    await timers.pass(31_000)
    press('Stay signed in')
    await waitFor(() => expect(warning()).toBeNull())
    await waitFor(() => expect(spoken()).toBe('You stay signed in.'))
    expect(bff.count(EXTEND)).toBe(1)
  })

  it('is extended by Escape, too, since that is a reaction of the person', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.answers(EXTEND, noContent())
    bff.open('/profile')
    await timers.pass(31_000)
    const dialog = warning() as HTMLElement
    const escape = new Event('cancel', { cancelable: true })
    fireEvent(dialog, escape)
    // The browser does not close the dialog itself: it closes after the session was extended.
    expect(escape.defaultPrevented).toBe(true)
    await waitFor(() => expect(bff.count(EXTEND)).toBe(1))
    await waitFor(() => expect(warning()).toBeNull())
  })

  it('keeps the warning if it could not be extended', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.answers(EXTEND, problemAnswer('store-unavailable'))
    bff.open('/profile')
    await timers.pass(31_000)
    press('Stay signed in')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(warning()).not.toBeNull()
  })

  it('ends at its time, and the page names the signed-out person', async () => {
    const timers = holdTimers()
    bff.session = endsAt(SOON)
    bff.open('/profile')
    await timers.pass(31_000)
    bff.session = sampleSession()
    await timers.pass(121_000)
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'You’ve been signed out' })).not.toBeNull(),
    )
    expect(warning()).toBeNull()
  })

  it('shows no warning if sessions do not expire', async () => {
    const timers = holdTimers()
    bff.session = endsAt(null)
    bff.open('/profile')
    await timers.pass(3_600_000)
    expect(warning()).toBeNull()
  })
})

describe('an expired sign-in', () => {
  const ended = async (path: string) => {
    bff.session = endsAt(null)
    bff.open(path)
    bff.session = sampleSession({ csrfToken: 'fresh-token' })
    comeBack()
    return screen.findByRole('dialog', { name: 'You’ve been signed out' })
  }

  it('returns to the same page, with the current CSRF token', async () => {
    const dialog = await ended('/businesses')
    expect(formOf(within(dialog).getByRole('button', { name: 'Sign in' }))).toMatchObject({
      intent: 'sign_in',
      return_to: '/b/northwind/businesses',
      csrf: 'fresh-token',
    })
    expect(heading()).toBe('Businesses')
  })

  it('offers to sign in to disconnect all, on the page for that', async () => {
    const dialog = await ended('/')
    const all = within(dialog).getByRole('button', { name: 'Sign in to disconnect all' })
    expect(formOf(all)).toMatchObject({ intent: 'sign_in', return_to: '/profile' })
    expect(within(dialog).getByText(/Your businesses stay connected/)).toBeTruthy()
  })

  it('has a dialog that Escape does not close, since the page behind cannot work', async () => {
    const dialog = await ended('/')
    const escape = new Event('cancel', { cancelable: true })
    fireEvent(dialog, escape)
    expect(escape.defaultPrevented).toBe(true)
    expect(screen.getByRole('dialog', { name: 'You’ve been signed out' })).toBe(dialog)
  })

  it('is resolved when somebody signs in again in another tab', async () => {
    await ended('/businesses')
    bff.session = endsAt(null)
    comeBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(heading()).toBe('Businesses')
  })

  it('shows nothing of the previous person after somebody else signed in', async () => {
    await ended('/businesses')
    bff.session = signedInSession(
      [
        sampleConnection({
          id: asConnectionId('theirs'),
          userId: asUserWireId('VXNlcjoy'),
          businessName: 'Tern Ferries',
        }),
      ],
      { person: { userId: asUserWireId('VXNlcjoy'), email: 'sam@harbour.example' }, idleEndsAt: null },
    )
    comeBack()
    await waitFor(() => expect(heading()).toBe('This business isn’t connected'))
    expect(document.body.textContent).not.toContain('Northwind')
    fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Businesses' }))
    expect(screen.getByRole('heading', { level: 2, name: 'Tern Ferries' })).toBeTruthy()
    expect(location.pathname).toBe('/b/theirs/businesses')
  })

  it('is translated into French', async () => {
    bff.session = { ...endsAt(null), locale: 'fr' }
    bff.open('/')
    bff.session = sampleSession({ locale: 'fr' })
    comeBack()
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading').textContent).not.toContain('signed out')
    expect(within(dialog).getAllByRole('button')).toHaveLength(2)
  })
})

describe('signing out in another tab', () => {
  it('removes all data of the person from this page at once, without a request', async () => {
    const channels: EventTarget[] = []
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        constructor() {
          super()
          channels.push(this)
        }
        postMessage() {}
        close() {}
      },
    )
    bff.session = endsAt(null)
    bff.open('/')
    await screen.findByText(/is owed to you/)
    for (const channel of channels)
      channel.dispatchEvent(Object.assign(new Event('message'), { data: { kind: 'signed-out' } }))
    const dialog = await screen.findByRole('dialog', { name: 'You signed out in another tab' })
    expect(document.body.textContent).not.toContain('is owed to you')
    expect(document.body.textContent).not.toContain('Northwind')
    expect(within(dialog).queryByRole('button', { name: /disconnect all/ })).toBeNull()
    expect(within(dialog).getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
    expect(bff.count(SESSION_CALL)).toBe(0)
    expect(within(dialog).getByRole('button', { name: 'Sign in' })).toBeTruthy()
  })
})

const END = 10_000_000

describe(idlePhase, () => {
  it('starts the warning two minutes before the end, to the millisecond', () => {
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - WARN_BEFORE_MS - 1 })).toEqual({
      kind: 'quiet',
      forMs: 1,
    })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - WARN_BEFORE_MS })).toEqual({
      kind: 'warn',
      forMs: WARN_BEFORE_MS,
    })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END - 1 })).toEqual({ kind: 'warn', forMs: 1 })
    expect(idlePhase({ idleEndsAtMs: END, nowMs: END })).toEqual({ kind: 'over' })
  })
  it('never returns a longer delay than a timer supports', () => {
    expect(idlePhase({ idleEndsAtMs: Number.MAX_SAFE_INTEGER, nowMs: 0 })).toEqual({
      kind: 'quiet',
      forMs: LONGEST_TIMER_MS,
    })
  })
})
