import { describe, expect, it } from 'vitest'
import { parseAttemptId, parseConnectionId, parseLeaveId, parseSessionDigest } from './given-id.ts'

describe.each([
  ['connection', parseConnectionId, [1, 128]],
  ['attempt', parseAttemptId, [16, 64]],
  ['result of leaving', parseLeaveId, [1, 128]],
  ['session on a list', parseSessionDigest, [1, 128]],
] as const)('the id of a %s in a request', (_, parse, [shortest, longest]) => {
  it('is base64url with a permitted length', () => {
    for (const length of [shortest, longest]) {
      const id = 'Az09_-'.padEnd(length, 'x').slice(0, length)
      expect(parse(id)).toBe(id)
    }
    expect(parse('x'.repeat(shortest - 1))).toBeUndefined()
    expect(parse('x'.repeat(longest + 1))).toBeUndefined()
  })

  it.each(['../', ' ', '\n', 'ä', '=', ':', '*', '%'])('is refused if it is %j', (text) => {
    const id = 'x'.repeat(20)
    expect(parse(`${text}${id}`)).toBeUndefined()
    expect(parse(`${id}${text}`)).toBeUndefined()
  })

  it.each([undefined, null, 7, ['a'.repeat(20)], { id: 'a' }])('is a text: %j is refused', (given) => {
    expect(parse(given)).toBeUndefined()
  })
})
