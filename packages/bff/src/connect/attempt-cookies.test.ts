import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { attemptCookieIn, attemptIdsOf } from './attempt.ts'

const PREFIX = '__Host-attempt-'
const OLDER = asAttemptId('mb0000001-random-random')
const NEWER = asAttemptId('mb0000002-random-random')
const jarOf = (...names: readonly string[]) => new Map(names.map((name) => [name, `value of ${name}`]))

describe(attemptIdsOf, () => {
  it('returns the attempts of a browser, newest first, in any order of their cookies', () => {
    const names = [OLDER, NEWER].map((id) => `${PREFIX}${id}`)
    expect(attemptIdsOf(jarOf(...names), PREFIX)).toEqual([NEWER, OLDER])
    expect(attemptIdsOf(jarOf(...names.toReversed()), PREFIX)).toEqual([NEWER, OLDER])
  })

  it('ignores other cookies and cookie names that do not contain a valid attempt id', () => {
    const jar = jarOf('session', OLDER, `x${PREFIX}${OLDER}`, PREFIX, `${PREFIX}short`, `${PREFIX}${OLDER}!`)
    expect(attemptIdsOf(jar, PREFIX)).toEqual([])
  })
})

describe(attemptCookieIn, () => {
  it('returns the cookie of that attempt only', () => {
    const jar = jarOf(`${PREFIX}${OLDER}`, NEWER)
    expect(attemptCookieIn(jar, PREFIX, OLDER)).toBe(`value of ${PREFIX}${OLDER}`)
    expect(attemptCookieIn(jar, PREFIX, NEWER)).toBeUndefined()
  })
})
