import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable-secret.ts'

/** The same bytes in every run: of random ones, some are guessable by chance. */
const bytesOf = (times: number, length: number) =>
  createHash('sha256').update(String(times)).digest().subarray(0, length)

describe(isGuessable, () => {
  it.each([
    ['one letter again and again', 's'.repeat(40)],
    ['seven different letters', 'abcdefg'.padEnd(32, 'gfaedcbgcafebdgebacdfgabfced')],
    ['a short text again and again', 'changeme-changeme-changeme-changeme'],
    ['a text of many letters twice and a half', 'a-Secret_0f.many~lettersa-Secret_0f.many~lettersa-Secret'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz{|}~'],
    ['digits in order, again and again', '0123456789'.repeat(4)],
  ])('is true for %s', (_, secret) => {
    expect(isGuessable(secret, 32)).toBe(true)
  })

  it.each(['hex', 'base64', 'base64url'] as const)('is false for random bytes in %s', (encoding) => {
    for (let times = 0; times < 500; times += 1) {
      expect(isGuessable(bytesOf(times, 32).toString(encoding), 32)).toBe(false)
      expect(isGuessable(bytesOf(times, 16).toString(encoding), 32)).toBe(false)
    }
  })

  it('is false for eight different letters at eight different distances', () => {
    expect(isGuessable('acfjoubkzzzzzzzzzzzzzzzzzzzzzzzz', 32)).toBe(false)
  })

  it('requires less of a shorter secret', () => {
    expect(isGuessable('7f3e92a1', 8)).toBe(false)
    expect(isGuessable('aaaaaaaa', 8)).toBe(true)
  })
})
