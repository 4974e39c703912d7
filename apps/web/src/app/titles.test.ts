import { ConnectOutcomeSchema, IntentSchema } from '@counterfoil/bff-api/connect-result'
import { LeaveResultSchema } from '@counterfoil/bff-api/leave'
import { CONNECTION_STATES } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'
import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { leaveTitle } from '#connection/leave-words.ts'
import { resultWords } from '#features/result/result-words.ts'
import {
  SAMPLE_NOW,
  sampleConnection,
  sampleConnectResult,
  sampleLeft,
  sampleSession,
  signedInSession,
} from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { PART_WORDS } from '#words/all-words.ts'
import { documentTitle } from './titles.ts'

/** Every state of a connection, with each reason that has its own messages. */
const TOLD = [
  { state: 'connected', reason: null },
  { state: 'limited', reason: 'fewer_permissions' },
  { state: 'reconnect', reason: 'ended' },
  { state: 'plan_ended', reason: 'subscription_inactive' },
  { state: 'trouble', reason: 'provider_down' },
  { state: 'trouble', reason: 'rate_limited' },
  { state: 'trouble', reason: 'partial' },
  { state: 'trouble', reason: 'misconfigured' },
  { state: 'disconnected', reason: 'by_user' },
] as const

const SCREENS = [
  'start',
  'home',
  'profile',
  'businesses',
  'connection',
  'disconnect',
  'signed_in',
  'not_found',
] as const

describe.each([
  ['en', en],
  ['fr', fr],
] as const)('the titles of the windows, in %s', (locale, words) => {
  const { result, leaving } = PART_WORDS[locale]
  const results = { ...words, result }
  const format = createFormat(locale, 'UTC', Date.parse(SAMPLE_NOW))

  /** Returns every state with its title, without the app name for screens that set the window title themselves. */
  function titles(): readonly (readonly [state: string, title: string])[] {
    const returning = sampleSession({ returning: { businessName: 'Northwind' } })
    const decided = results.result.decided
    return [
      ...SCREENS.map(
        (kind) => [kind, documentTitle({ kind }, signedInSession([sampleConnection()]), words)] as const,
      ),
      ['start, come back', documentTitle({ kind: 'start' }, returning, words)],
      ['connection, signed out', documentTitle({ kind: 'connection' }, sampleSession(), words)],
      ...ConnectOutcomeSchema.options
        .filter((outcome) => outcome !== 'declined')
        .map(
          (outcome) =>
            [
              outcome,
              resultWords(sampleConnectResult(outcome), 'Harbour', results, {
                ...format,
                permissions: () => [],
              }).title,
            ] as const,
        ),
      ...IntentSchema.options.map((intent) => {
        const name = {
          connect: 'declined',
          sign_in: 'declined sign-in',
          allow_more: 'declined more',
        } as const
        const state = intent in name ? name[intent as keyof typeof name] : 'declined, still there'
        const connectResult = sampleConnectResult('declined', { intent, businessName: 'Northwind' })
        return [
          state,
          resultWords(connectResult, 'Harbour', results, { ...format, permissions: () => [] }).title,
        ] as const
      }),
      ['again', results.result.again.title],
      ['kept', decided.kept('Northwind')],
      ['kept account', decided.keptAccount],
      ...LeaveResultSchema.shape.kind.options.map(
        (kind) => [`left: ${kind}`, leaveTitle(sampleLeft({ kind }), words, leaving.left)] as const,
      ),
      ['offline', words.failure.offline.title],
      ['a fault', words.failure.unknown.title],
      ['updated', words.update.title],
    ]
  }

  it('differ for each state, so that tabs and lists of tabs are distinguishable', () => {
    const states = new Map<string, string>()
    const shared: string[] = []
    for (const [state, title] of titles()) {
      const known = states.get(title) ?? state
      if (known !== state) shared.push(`${known} and ${state}: ${title}`)
      states.set(title, state)
    }
    expect(states.size).toBeGreaterThan(30)
    expect(shared).toEqual([])
  })

  it('begin with the connection state on the overview and the connection page, unless all is well', () => {
    const attempt = { id: asAttemptId('x'), startedAt: SAMPLE_NOW, businessName: null }
    const sessions = new Map<string, SessionView>([
      ['none', sampleSession()],
      ['connecting', sampleSession({ openAttempt: attempt })],
      ['signed out', sampleSession({ returning: { businessName: 'Northwind' } })],
      ...TOLD.map(
        (told) => [`${told.state} ${told.reason ?? ''}`, signedInSession([sampleConnection(told)])] as const,
      ),
    ])
    const titlesOf = (kind: 'home' | 'connection') =>
      [...sessions].map(([state, session]) => [state, documentTitle({ kind }, session, words)] as const)
    for (const kind of ['home', 'connection'] as const) {
      const told = kind === 'home' ? titlesOf(kind).slice(3) : titlesOf(kind)
      expect(new Set(told.map(([, title]) => title)).size, kind).toBe(told.length)
    }
    expect([...sessions.keys()].map((key) => key.split(' ')[0])).toEqual(
      expect.arrayContaining([...CONNECTION_STATES]),
    )
    const reconnect = signedInSession([sampleConnection({ state: 'reconnect', reason: 'ended' })])
    const title = (kind: 'home' | 'connection' | 'start', session: SessionView) =>
      documentTitle({ kind }, session, words)
    const { state, app } = words
    expect(title('home', reconnect)).toBe(`${state.reconnect} – Northwind Trading – Counterfoil`)
    expect(title('connection', reconnect)).toBe(
      `${state.reconnect} – ${app.connection} – Northwind Trading – Counterfoil`,
    )
    expect(title('connection', sampleSession())).toBe(`${state.none} – ${app.connection} – Counterfoil`)
    expect(title('home', signedInSession([sampleConnection()]))).toBe(
      `${app.overview} – Northwind Trading – Counterfoil`,
    )
    expect(title('start', sampleSession({ openAttempt: attempt }))).toBe(
      `${state.connecting} – ${words.start.title} – Counterfoil`,
    )
    // The business being connected may differ from the one that was disconnected before.
    const before = sampleConnection({ state: 'disconnected', reason: 'by_user' })
    expect(title('connection', signedInSession([before], { openAttempt: attempt }))).toBe(
      `${state.connecting} – ${app.connection} – Counterfoil`,
    )
  })

  it('end with the name of the app, and say “welcome back” if the heading does', () => {
    for (const [state, title] of titles().slice(0, SCREENS.length + 2))
      expect([state, title]).toEqual([state, expect.stringMatching(/ – Counterfoil$/)])
    const returning = sampleSession({ returning: { businessName: 'Northwind' } })
    expect(documentTitle({ kind: 'start' }, returning, words)).toContain(words.start.welcomeTitle)
    const half = {
      ...returning,
      openAttempt: { id: asAttemptId('x'), startedAt: SAMPLE_NOW },
    } as typeof returning
    expect(documentTitle({ kind: 'start' }, half, words)).toContain(words.start.title)
  })
})
