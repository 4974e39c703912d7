import type { CheckUp } from '@counterfoil/bff-api/connection'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  button,
  giveClipboard,
  heading,
  hear,
  press,
  SESSION_CALL,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, sampleDays, signedInSession } from '#testing/samples.ts'
import { createFormat } from '#words/format.ts'
import { connectionPageEn } from '#words/generated/connection-page.en.ts'
import { checkAdvice, checkWords } from './check-up-card.tsx'

const bff = startFakeBff()
const CHECK_UP = 'POST /api/connections/:id/check-up'
const CHECKED = 'POST /api/connections/connection-northwind/check-up'
type Outcome = CheckUp['checks'][number]['outcome']
const result = (...outcomes: readonly Outcome[]): CheckUp => ({
  checks: (['sign_in', 'permission', 'plan', 'data'] as const).map((name, index) => ({
    ...{ name, outcome: outcomes[index] ?? 'ok' },
    tookMs: 312,
  })),
  connection: sampleConnection(),
  reference: '7F2K-91',
})
const open = () => bff.open('/settings/connection', { recentDays: sampleDays() })
const card = () => screen.getByRole('region', { name: /^(Check-up|Vérification)$/ })
const lines = () =>
  within(card())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the connection check-up', () => {
  it('answers four questions in words, and its icons have text for screen readers', async () => {
    bff.answers(CHECK_UP, result())
    open()
    const heard = hear()
    press('Run the check-up')
    await within(card()).findByText('Everything works. If a figure looks old, open the page again.')
    expect(lines()).toEqual([
      'Fine: You’re signed in',
      'Fine: Counterfoil may read',
      'Fine: The plan is active',
      'Fine: Harbour answered in 0.3\u00a0s',
    ])
    await waitFor(() => expect(heard).toContain('Check-up finished.'))
  })

  it.each([
    [['ok', 'failed', 'unknown', 'unknown'], 'One thing to do: reconnect.'],
    [['ok', 'ok', 'failed', 'unknown'], 'One thing to do: look at the plan in Harbour.'],
    [['ok', 'ok', 'ok', 'unknown'], 'Nothing to do now. Counterfoil tries again when you open a page.'],
  ] as const)('with the outcomes %j recommends one action', async (outcomes, advice) => {
    bff.answers(CHECK_UP, result(...outcomes))
    open()
    press('Run the check-up')
    expect(await within(card()).findByText(advice)).toBeTruthy()
  })

  it('runs once, however often it is pressed, and reports that it is running', async () => {
    const check = bff.holds(CHECK_UP, result())
    open()
    press('Run the check-up')
    const running = await screen.findByRole('button', { name: 'Checking…' })
    expect(card().getAttribute('aria-busy')).toBe('true')
    running.click()
    check.release()
    await within(card()).findByText(/^Everything works/)
    expect(bff.count(CHECKED)).toBe(1)
    expect(button('Run the check-up').getAttribute('aria-disabled')).toBe('false')
  })

  it('updates the state on the whole page', async () => {
    bff.answers(CHECK_UP, () => {
      bff.session = signedInSession(
        [sampleConnection({ state: 'plan_ended', reason: 'subscription_inactive', version: 2 })],
        { idleEndsAt: null },
      )
      return result('ok', 'ok', 'failed', 'unknown')
    })
    open()
    press('Run the check-up')
    const state = within(screen.getByRole('region', { name: 'Status' }))
    expect(await state.findByText('Plan ended')).toBeTruthy()
    expect(bff.count(SESSION_CALL)).toBe(1)
    // The finding stays on the page it is about.
    expect(lines()).toHaveLength(4)
  })

  it('copies the page’s details and the reference for support', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    giveClipboard(writeText)
    bff.answers(CHECK_UP, result('ok', 'failed', 'unknown', 'unknown'))
    open()
    press('Run the check-up')
    await within(card()).findByText('One thing to do: reconnect.')
    press('Copy for support')
    await waitFor(() => expect(spoken()).toBe('Copied'))
    expect(writeText.mock.lastCall?.[0].split('\n')).toEqual([
      'You’re signed in',
      'Counterfoil may not read any more',
      'Plan not checked',
      'Harbour said nothing about this business',
      'One thing to do: reconnect.',
      'Reference 7F2K-91',
    ])
  })

  it.each([
    ['provider-timeout', 'Harbour isn’t answering'],
    ['rate-limited', 'A short pause'],
    ['internal-error', 'Sorry, there is a problem'],
  ] as const)('reports that it could not run: %s', async (code, title) => {
    bff.answers(CHECK_UP, problemAnswer(code))
    open()
    press('Run the check-up')
    expect(await within(card()).findByRole('heading', { name: title })).toBeTruthy()
    expect(within(card()).queryByRole('listitem')).toBeNull()
  })

  it('leaves it to the page to report a changed connection', async () => {
    bff.answers(CHECK_UP, problemAnswer('connection-disconnected'))
    open()
    bff.session = signedInSession([], { idleEndsAt: null })
    press('Run the check-up')
    await waitFor(() => expect(heading()).toBe('This business isn’t connected'))
    expect(screen.queryByText('Sorry, there is a problem')).toBeNull()
  })

  it('is translated into French', async () => {
    bff.session = { ...bff.session, locale: 'fr' }
    bff.answers(CHECK_UP, result())
    open()
    press('Lancer la vérification')
    await within(card()).findByText(/^Tout fonctionne/)
    expect(lines()[0]).toBe('En ordre\u00a0: Votre compte est connecté')
  })
})

type Check = CheckUp['checks'][number]
const format = createFormat('en', 'UTC', 0)
const check = (name: Check['name'], outcome: Check['outcome'], tookMs = 312): Check => ({
  name,
  outcome,
  tookMs,
})

describe(checkWords, () => {
  it('returns a different sentence for each outcome of each check', () => {
    const lines = (['sign_in', 'permission', 'plan', 'data'] as const).flatMap((name) =>
      (['ok', 'failed', 'unknown'] as const).map((outcome) =>
        checkWords(check(name, outcome), 'Harbour', connectionPageEn.checkUp, format),
      ),
    )
    expect(new Set(lines).size).toBe(12)
    expect(lines).toContain('Harbour answered in 0.3\u00a0s')
  })
})

describe(checkAdvice, () => {
  it('recommends one action, for the first failed check', () => {
    expect(
      checkAdvice([check('sign_in', 'ok'), check('permission', 'failed'), check('plan', 'failed')]),
    ).toBe('reconnect')
    expect(checkAdvice([check('permission', 'ok'), check('plan', 'failed'), check('data', 'failed')])).toBe(
      'plan',
    )
    expect(checkAdvice([check('data', 'failed')])).toBe('wait')
  })
  it('reports that all is well only if every check had an answer', () => {
    expect(checkAdvice([check('sign_in', 'ok'), check('data', 'ok')])).toBe('fine')
    expect(checkAdvice([check('sign_in', 'ok'), check('data', 'unknown')])).toBe('wait')
  })
})
