import { expect, it } from 'vitest'
import { breakLongWords } from './text-runs.ts'

const plain = (text: string) => [{ text, font: undefined }]

it('a text whose words are within the limit is unchanged', () => {
  expect(breakLongWords(plain('four five'), 4)).toBe('four five')
})

it('breaks are allowed only inside words beyond the limit, and no letter or line is lost', () => {
  const text = 'a fives\nb sixths'
  const pieces = breakLongWords(plain(text), 5)
  expect(pieces).toEqual([{ text: 'a fives\nb ' }, { text: 'sixths', wordBreak: 'break-all' }])
  expect(breakLongWords(plain('sixths'), 5)).toEqual([{ text: 'sixths', wordBreak: 'break-all' }])
})

it('words in other fonts stay whole', () => {
  const runs = [
    { text: 'a ', font: undefined },
    { text: 'الاستقلالية', font: 'arabic' },
  ]
  expect(breakLongWords(runs, 5)).toEqual([{ text: 'a ' }, { text: 'الاستقلالية', font: 'arabic' }])
})
