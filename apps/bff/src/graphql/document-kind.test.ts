import { describe, expect, it } from 'vitest'
import { chooseOperation, findOperations } from './document-kind.ts'

describe(findOperations, () => {
  it.each([
    ['{ user { id } }', [{ kind: 'query', name: undefined }]],
    ['query A { user { id } }', [{ kind: 'query', name: 'A' }]],
    ['mutation { x(input: {a: 1}) { ok } }', [{ kind: 'mutation', name: undefined }]],
    [
      'mutation M($i: In = {a: {b: 1}}) @d(x: "{") { x(input: $i) { ok } }',
      [{ kind: 'mutation', name: 'M' }],
    ],
    ['subscription S { s }', [{ kind: 'subscription', name: 'S' }]],
    ['fragment F on User { id } query Q { user { ...F } }', [{ kind: 'query', name: 'Q' }]],
    [
      'query A { a } mutation B { b }',
      [
        { kind: 'query', name: 'A' },
        { kind: 'mutation', name: 'B' },
      ],
    ],
    ['# mutation X { x }\nquery A { a }', [{ kind: 'query', name: 'A' }]],
    ['query A { a(text: "} mutation B { b }") }', [{ kind: 'query', name: 'A' }]],
    ['query A { a(text: """} mutation "B" \\""" { b }""") }', [{ kind: 'query', name: 'A' }]],
    ['query A { mutation subscription query }', [{ kind: 'query', name: 'A' }]],
    ['', []],
    ['}}} {', []],
  ])('reads %j', (document, operations) => {
    expect(findOperations(document)).toEqual(operations)
  })
})

describe(chooseOperation, () => {
  const two = findOperations('query A { a } mutation B { b }')

  it('cannot tell which of several runs without a name', () => {
    expect(chooseOperation(two, undefined)).toBeUndefined()
  })

  it('takes the one that is named, and none when the name is unknown', () => {
    expect(chooseOperation(two, 'B')?.kind).toBe('mutation')
    expect(chooseOperation(two, 'C')).toBeUndefined()
  })
})
