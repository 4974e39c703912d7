import type { CheckUp } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { connectionPageEn } from '#words/generated/connection-page.en.ts'
import { createFormat } from '#words/format.ts'
import { checkAdvice, checkWords } from './check-up.ts'

type Check = CheckUp['checks'][number]
const format = createFormat('en', 'UTC', 0)
const check = (name: Check['name'], outcome: Check['outcome'], tookMs = 312): Check => ({
  name,
  outcome,
  tookMs,
})

describe(checkWords, () => {
  it('says every outcome of every check in words', () => {
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
  it('gives one thing to do: what failed first, since the rest follows from it', () => {
    expect(
      checkAdvice([check('sign_in', 'ok'), check('permission', 'failed'), check('plan', 'failed')]),
    ).toBe('reconnect')
    expect(checkAdvice([check('permission', 'ok'), check('plan', 'failed'), check('data', 'failed')])).toBe(
      'plan',
    )
    expect(checkAdvice([check('data', 'failed')])).toBe('wait')
  })
  it('says that all is well only when everything was looked at', () => {
    expect(checkAdvice([check('sign_in', 'ok'), check('data', 'ok')])).toBe('fine')
    expect(checkAdvice([check('sign_in', 'ok'), check('data', 'unknown')])).toBe('wait')
  })
})
