import fc from 'fast-check'
import { getIntrospectionQuery, Kind, parse, validate, visit, type DocumentNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  findMergingFaults,
  MAX_ANONYMOUS_MERGE_WORK,
  MAX_MERGE_WORK,
  MAX_REPEATS,
  measureMerging,
} from './merge-limits.ts'
import { hostileDocument } from './testing/hostile-documents.ts'
import { readPublicSchema } from '#testing/public-schema.ts'

const schema = readPublicSchema()
const refusal = (text: string) => findMergingFaults(parse(text))[0]?.message

describe(measureMerging, () => {
  it('expands inline and named fragments before it counts', () => {
    const direct = measureMerging(parse('{ a b business { id } business { name id } }'))
    expect(direct).toMatchObject({ widest: 4, repeats: 2 })
    for (const text of [
      '{ a ... { b ... { business { id } } } business { name id } }',
      '{ ...A business { name id } } fragment A on Query { a b ...B } fragment B on Query { business { id } }',
    ]) {
      expect(measureMerging(parse(text)), text).toMatchObject({ widest: 4, repeats: 2 })
    }
  })

  it('counts by response names, also for nested fields of one name', () => {
    expect(measureMerging(parse('{ a: id b: id c: id }')).repeats).toBe(1)
    expect(measureMerging(parse('{ x: a x: b x: c }')).repeats).toBe(3)
    expect(measureMerging(parse('{ a { x } a { x } a { x x } }')).repeats).toBe(4)
  })

  it.each([
    ['a look at each field', '{ a b c }', 3],
    ['a look at each field inside', '{ a { x y } }', 3],
    ['two fields of one name, compared', '{ x x }', 2 + 4],
    ['three fields of one name, each with each', '{ x x x }', 3 + 12],
    ['two places that fall together', '{ a { x } a { y } }', 2 + 4 + 2 + 2],
    ['a field with a selection beside one without', '{ a { x } a }', 2 + 4 + 1],
    // Work in each of two places: each selection, the fields of the fragment once, and the fragment compared with itself.
    ['a fragment', '{ ...A b } fragment A on Query { a }', 3 + 2 + 1 + 1],
    ['two fragments', '{ ...A ...B } fragment A on Query { a } fragment B on Query { b }', 4 + 4 + 4 + 1 + 1],
  ])('counts %s', (_, text, work) => {
    expect(measureMerging(parse(text)).work).toBe(work)
  })

  it('expands a fragment once per selection, however often it is spread there', () => {
    const text = '{ ...F ...F ...F } fragment F on Query { a }'
    expect(measureMerging(parse(text))).toMatchObject({ widest: 1, repeats: 1 })
  })

  it('refuses above the limit and accepts at it, across selections and within one', () => {
    const places = '{ a { b { c { d } } } }'
    expect(measureMerging(parse(places), 1).work).toBe(2)
    expect(measureMerging(parse(places), 2).work).toBe(3)
    const one = '{ ... { a b c } ... { d } }'
    expect(measureMerging(parse(one), 1)).toMatchObject({ widest: 0, work: 2 })
    expect(measureMerging(parse(one), 2)).toMatchObject({ widest: 1, work: 3 })
  })

  it('terminates for fragments that contain themselves or each other', () => {
    const endless = '{ ...F } fragment F on Query { business { ...F } ...F }'
    expect(measureMerging(parse(endless)).work).toBeGreaterThan(0)
    const wide = `{ ...F } fragment F on Query { ${'a { ...F } '.repeat(20)} }`
    expect(measureMerging(parse(wide)).work).toBeGreaterThan(MAX_MERGE_WORK)
  })
})

describe(findMergingFaults, () => {
  it('accepts one name 50 times in one selection and refuses 51, in any form', () => {
    const say = `The operation names one field 51 times in one place; at most ${MAX_REPEATS} are allowed.`
    expect(refusal(`{ ${'id '.repeat(50)} }`)).toBeUndefined()
    expect(refusal(`{ ${'id '.repeat(51)} }`)).toBe(say)
    expect(refusal(`{ ${'... { id } '.repeat(51)} }`)).toBe(say)
    expect(refusal(`{ ${'... on Query { ... { id } } '.repeat(51)} }`)).toBe(say)
    expect(refusal(`{ ${'a { id } '.repeat(26)} a { ${'id '.repeat(25)} } }`)).toBe(say)
  })

  it('accepts 500 fields in one selection and refuses 501, in any form', () => {
    const say = 'The operation has 501 fields in one place; at most 500 are allowed.'
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`).join(' ')
    expect(refusal(`{ ${fields(500)} }`)).toBeUndefined()
    expect(refusal(`{ ${fields(501)} }`)).toBe(say)
    expect(refusal(`{ last ... { ${fields(500)} } }`)).toBe(say)
    expect(refusal(`{ a { ${fields(500)} } a { last } }`)).toBe(say)
  })

  it('accepts exactly the allowed amount of work', () => {
    const document = parse('{ a { x } a { y } }')
    const { work } = measureMerging(document)
    expect(findMergingFaults(document, work)).toEqual([])
    expect(findMergingFaults(document, work - 1)).toMatchObject([
      { message: 'The operation has too many fragments and repeated fields to be checked.' },
    ])
  })

  it('does not count a fragment as an operation', () => {
    const fragments = Array.from({ length: 60 }, (_, index) => `fragment F${index} on Query { id }`)
    expect(refusal(`{ id } ${fragments.join(' ')}`)).toBeUndefined()
  })

  it('refuses a document that took a second: 17 kB of inline fragments', () => {
    const text = `{ ${'... { business { id name } } '.repeat(600)} }`
    expect(text.length).toBeGreaterThan(17_000)
    expect(refusal(text)).toMatch(/600 times|in one place/)
  })

  it('refuses many fragments that are compared with each other, used or not', () => {
    const many = Array.from({ length: 200 }, (_, index) => `fragment F${index} on Query { business { id } }`)
    const spread = many.map((_, index) => `...F${index}`).join(' ')
    expect(refusal(`{ ${spread} } ${many.join(' ')}`)).toBeDefined()
    expect(refusal(`{ __typename } fragment Z on Query { ${spread} } ${many.join(' ')}`)).toBeDefined()
  })

  it('accepts 50 operations and refuses 51', () => {
    const operations = (count: number) =>
      Array.from({ length: count }, (_, index) => `query Q${index} { user { id } }`).join(' ')
    expect(refusal(operations(50))).toBeUndefined()
    expect(refusal(operations(51))).toBe('The document has 51 operations; at most 50 are allowed.')
  })

  it('accepts the introspection of tools by a wide margin, also without a token', () => {
    for (const options of [{}, { descriptions: true, specifiedByUrl: true, inputValueDeprecation: true }]) {
      const { work } = measureMerging(parse(getIntrospectionQuery(options)))
      expect(work * 4).toBeLessThan(MAX_ANONYMOUS_MERGE_WORK)
    }
  })
})

/** Returns the work of validation: visited fields and map lookups. Independent of the machine. */
function countValidation(document: DocumentNode): number {
  let steps = 0
  const counted = visit(document, {
    [Kind.FIELD]: (node) => {
      const { arguments: given, ...rest } = node
      return Object.defineProperty(rest, 'arguments', {
        enumerable: true,
        get: () => {
          steps += 1
          return given
        },
      }) as typeof node
    },
  })
  const { get, has, set } = Map.prototype
  Map.prototype.get = function count(key) {
    steps += 1
    return get.call(this, key) as unknown
  }
  Map.prototype.has = function count(key) {
    steps += 1
    return has.call(this, key)
  }
  Map.prototype.set = function count(key, value) {
    steps += 1
    return set.call(this, key, value)
  }
  try {
    validate(schema, counted, undefined, { maxErrors: 10 })
  } finally {
    Object.assign(Map.prototype, { get, has, set })
  }
  return steps
}

/** `npm run bench -- validation` measures the time of this many steps. */
const MAX_STEPS = 60_000

describe('every accepted document', () => {
  it('is validated in a bounded number of steps, however hostile (1,500 cases)', () => {
    let accepted = 0
    fc.assert(
      fc.property(hostileDocument(3_000), (text) => {
        const document = parse(text, { maxTokens: 3_000 })
        if (findMergingFaults(document).length > 0) return
        accepted += 1
        expect(countValidation(document)).toBeLessThan(MAX_STEPS)
      }),
      { numRuns: 1_500 },
    )
    expect(accepted).toBeGreaterThan(300)
  })
})
