import { describe, expect, it } from 'vitest'
import { keptBy } from './lazily.ts'

describe(keptBy, () => {
  it('creates a value once per arguments', () => {
    let made = 0
    const valueOf = keptBy((language: string, zone: string | undefined) => ({ language, zone, at: ++made }))
    expect(valueOf('en', 'UTC')).toBe(valueOf('en', 'UTC'))
    expect(valueOf('de', 'UTC').language).toBe('de')
    expect(valueOf('en', undefined).zone).toBeUndefined()
    expect(made).toBe(3)
  })

  it('caches a limited number of values', () => {
    let made = 0
    const valueOf = keptBy((word: string) => ({ word, at: ++made }))
    for (let word = 0; word < 65; word += 1) valueOf(String(word))
    valueOf('64')
    expect(made).toBe(65)
    valueOf('0')
    expect(made).toBe(66)
  })

  it('caches texts up to a limit of their own', () => {
    const made: string[] = []
    const textOf = keptBy((day: string) => {
      made.push(day)
      return `the ${day}`
    }, 2)
    for (const day of ['1', '2', '1', '3', '1']) expect(textOf(day)).toBe(`the ${day}`)
    expect(made).toEqual(['1', '2', '3', '1'])
  })
})
