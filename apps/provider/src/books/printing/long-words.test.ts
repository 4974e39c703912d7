import { expect, it } from 'vitest'
import { breakLongWords } from './long-words.ts'

it('leaves text alone whose words are as long as they may be', () => {
  expect(breakLongWords('four five', 4)).toBe('four five')
})

it('lets only the words be broken that are longer, and keeps every letter and line', () => {
  const text = 'a fives\nb sixths'
  const pieces = breakLongWords(text, 5)
  expect(pieces).toEqual([{ text: 'a fives\nb ' }, { text: 'sixths', wordBreak: 'break-all' }])
  expect(breakLongWords('sixths', 5)).toEqual([{ text: 'sixths', wordBreak: 'break-all' }])
})
