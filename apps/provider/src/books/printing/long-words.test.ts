import { expect, it } from 'vitest'
import { breakLongWords } from './long-words.ts'

const plain = (text: string) => [{ text, font: undefined }]

it('leaves text unchanged whose words are within the limit', () => {
  expect(breakLongWords(plain('four five'), 4)).toBe('four five')
})

it('allows breaks only in longer words, and keeps every letter and line', () => {
  const text = 'a fives\nb sixths'
  const pieces = breakLongWords(plain(text), 5)
  expect(pieces).toEqual([{ text: 'a fives\nb ' }, { text: 'sixths', wordBreak: 'break-all' }])
  expect(breakLongWords(plain('sixths'), 5)).toEqual([{ text: 'sixths', wordBreak: 'break-all' }])
})

it('keeps words in fonts of their own whole', () => {
  const runs = [
    { text: 'a ', font: undefined },
    { text: 'الاستقلالية', font: 'arabic' },
  ]
  expect(breakLongWords(runs, 5)).toEqual([{ text: 'a ' }, { text: 'الاستقلالية', font: 'arabic' }])
})
