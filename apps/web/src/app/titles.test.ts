import { FlowOutcomeSchema, IntentSchema } from '@counterfoil/bff-api/flow'
import { LeaveResultSchema } from '@counterfoil/bff-api/leave'
import { describe, expect, it } from 'vitest'
import { leftTitle } from '#connection/left-words.ts'
import { resultWords } from '#features/result/result-words.ts'
import {
  SAMPLE_NOW,
  sampleConnection,
  sampleFlow,
  sampleLeft,
  sampleSession,
  signedInSession,
} from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { withLeavingWords } from '#words/leaving-words.ts'
import { withResultWords } from '#words/result-words.ts'
import { documentTitle } from './titles.ts'

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
  const results = withResultWords(words, locale)
  const leaving = withLeavingWords(words, locale)
  const format = createFormat(locale, 'UTC', Date.parse(SAMPLE_NOW))

  /** Every state with its title, without the name of the app for those that name the window themselves. */
  function titles(): readonly (readonly [state: string, title: string])[] {
    const returning = sampleSession({ returning: { businessName: 'Northwind' } })
    const decided = results.result.decided
    return [
      ...SCREENS.map(
        (kind) => [kind, documentTitle({ kind }, signedInSession([sampleConnection()]), words)] as const,
      ),
      ['start, come back', documentTitle({ kind: 'start' }, returning, words)],
      ['connection, signed out', documentTitle({ kind: 'connection' }, sampleSession(), words)],
      ...FlowOutcomeSchema.options
        .filter((outcome) => outcome !== 'declined')
        .map(
          (outcome) => [outcome, resultWords(sampleFlow(outcome), 'Harbour', results, format).title] as const,
        ),
      ...IntentSchema.options.map((intent) => {
        const name = {
          connect: 'declined',
          sign_in: 'declined sign-in',
          allow_more: 'declined more',
        } as const
        const state = intent in name ? name[intent as keyof typeof name] : 'declined, still there'
        const flow = sampleFlow('declined', { intent, businessName: 'Northwind' })
        return [state, resultWords(flow, 'Harbour', results, format).title] as const
      }),
      ['again', results.result.again.title],
      ['kept', decided.kept('Northwind')],
      ['kept account', decided.keptAccount],
      ...LeaveResultSchema.shape.kind.options.map(
        (kind) => [`left: ${kind}`, leftTitle(sampleLeft({ kind }), leaving)] as const,
      ),
      ['offline', words.failure.offline.title],
      ['a fault', words.failure.unknown.title],
      ['updated', words.update.title],
    ]
  }

  it('are one for each state, so that a tab and a list of tabs say where one is', () => {
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

  it('end with the name of the app, and welcome back whom the heading welcomes', () => {
    for (const [state, title] of titles().slice(0, SCREENS.length + 2))
      expect([state, title]).toEqual([state, expect.stringMatching(/ – Counterfoil$/)])
    const returning = sampleSession({ returning: { businessName: 'Northwind' } })
    expect(documentTitle({ kind: 'start' }, returning, words)).toContain(words.start.welcome.title)
    const half = { ...returning, openAttempt: { id: 'x', startedAt: SAMPLE_NOW } } as typeof returning
    expect(documentTitle({ kind: 'start' }, half, words)).toContain(words.start.title)
  })
})
