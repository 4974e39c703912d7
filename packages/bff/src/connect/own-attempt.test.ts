import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { exampleAttempt } from '#connect/testing/attempt-example.ts'
import { findOwnAttempt } from './attempt.ts'

const attempt = exampleAttempt()
const NAME = `__Host-attempt-${attempt.id}`

function find(cookies: Readonly<Record<string, string>>, attemptId = attempt.id) {
  const asked: string[] = []
  const ports = {
    cookies: { attemptPrefix: '__Host-attempt-' },
    attempts: {
      async find(id: string) {
        asked.push(id)
        return id === attempt.id ? attempt : undefined
      },
    },
  }
  const found = findOwnAttempt(ports, { jar: new Map(Object.entries(cookies)), owner: undefined }, attemptId)
  return found.then((own) => ({ own, asked }))
}

describe('an attempt belongs to this browser', () => {
  it('if the browser sends its cookie with the right value', async () => {
    expect(await find({ other: 'x', [NAME]: attempt.cookie })).toEqual({ own: attempt, asked: [attempt.id] })
  })

  it('not if the cookie value is shorter, longer, or different with the same length', async () => {
    for (const value of [
      '',
      attempt.cookie.slice(1),
      `${attempt.cookie}x`,
      'x'.repeat(attempt.cookie.length),
    ])
      expect((await find({ [NAME]: value })).own, value).toBeUndefined()
  })

  it('not with the cookie of another attempt or without the prefix; Redis is not even queried', async () => {
    const other = '__Host-attempt-00000000000000000000another'
    for (const name of [other, attempt.id, `attempt-${attempt.id}`])
      expect(await find({ [name]: attempt.cookie })).toEqual({ own: undefined, asked: [] })
  })

  it('not after it was finished, even if the cookie still exists', async () => {
    const gone = asAttemptId('mb0000000gonegonegonegone')
    expect(await find({ [`__Host-attempt-${gone}`]: attempt.cookie }, gone)).toEqual({
      own: undefined,
      asked: [gone],
    })
  })
})
