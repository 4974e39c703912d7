import { describe, expect, it } from 'vitest'
import { MAX_NESTING, measureNesting, parseOperation } from './parse-operation.ts'

describe(measureNesting, () => {
  it.each([
    ['', 0],
    ['{ a }', 1],
    ['{ a(b: [[1]]) { c } }', 4],
    ['{ a } { b }', 1],
    ['{ a(b: "[[[[") }', 2],
    ['{ a(b: "\\"[[[[") }', 2],
    ['{ a(b: """ "[[[ \\""" [[[ """) }', 2],
    ['# {{{{\n{ a }', 1],
    ['# {{{{\r{ a }', 1],
    ['{ a(b: "{ \n }', 2],
    ['"""{{{{', 0],
    ['"{{{{', 0],
    ['}}}}{', 0],
  ])('%j nests %i deep', (text, depth) => {
    expect(measureNesting(text)).toBe(depth)
  })
})

describe(parseOperation, () => {
  const nested = (levels: number) => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`

  it('accepts nesting at the limit, and reports one level more', () => {
    expect(parseOperation(nested(MAX_NESTING), 1000).kind).toBe('Document')
    expect(() => parseOperation(nested(MAX_NESTING + 1), 1000)).toThrow(
      'The operation nests 201 brackets; at most 200 are allowed.',
    )
  })

  it('does not overflow the stack at any depth', () => {
    expect(() => parseOperation('['.repeat(100_000), 10_000)).toThrow('100000 brackets')
  })

  it('counts tokens', () => {
    expect(() => parseOperation('{ a b c d e }', 5)).toThrow(/5 tokens/)
  })
})
