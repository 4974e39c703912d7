import fc from 'fast-check'
import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { executeByLevel } from '#graphql/execution/execute-by-level.ts'
import { createCostEstimate } from './document-cost.ts'

const schema = buildSchema(`
  directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
  type Query { things(pageSize: Int = 10): [Thing], old(on: String @cost(weight: 100)): Int }
  type Thing { name: String }
`)
const document = parse(`
  query One($size: Int) { things(pageSize: $size) { name } }
  query Other { things { name } }
`)
const asked = (operationName: string | undefined, variables: Readonly<Record<string, unknown>> = {}) => ({
  operationName,
  variables,
})

describe(createCostEstimate, () => {
  it('is computed for the requested operation and page size, whatever was requested before', () => {
    const costOf = createCostEstimate(schema)
    const costs = () => [
      costOf(document, asked('One', { size: 3 })),
      costOf(document, asked('One', { size: 200 })),
      costOf(document, asked('One', { size: '200' })),
      costOf(document, asked('One')),
      costOf(document, asked('Other', { size: 3 })),
      costOf(document, asked(undefined, { size: 3 })),
    ]
    expect(costs()).toEqual([4, 201, 11, 11, 11, 15])
    expect(costs()).toEqual(costs())
  })

  it('counts an argument with a variable if the variable has a value', () => {
    const costOf = createCostEstimate(schema)
    const dated = parse('query ($on: String) { old(on: $on) }')
    const costs = () =>
      [{}, { on: '2026-01-01' }, { on: null }].map((each) => costOf(dated, asked(undefined, each)))
    expect(costs()).toEqual([1, 101, 1])
    expect(costs()).toEqual([1, 101, 1])
  })

  it('counts a variable with its default, unless it is null', () => {
    const costOf = createCostEstimate(schema)
    const sized = parse('query ($n: Int = 250) { things(pageSize: $n) { name } }')
    const dated = parse('query ($on: String = "2026-01-01") { old(on: $on) }')
    expect([{}, { n: 3 }, { n: null }].map((each) => costOf(sized, asked(undefined, each)))).toEqual([
      251, 4, 11,
    ])
    expect([{}, { on: 'x' }, { on: null }].map((each) => costOf(dated, asked(undefined, each)))).toEqual([
      101, 101, 1,
    ])
  })

  it('counts an argument with its default', () => {
    const own = buildSchema(`
      directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
      type Query { old(on: String = "today" @cost(weight: 100)): Int }
    `)
    const costOf = createCostEstimate(own)
    const of = (text: string, variables = {}) => costOf(parse(text), asked(undefined, variables))
    expect([of('{ old }'), of('{ old(on: "x") }'), of('{ old(on: null) }')]).toEqual([101, 101, 1])
    const given = 'query ($on: String) { old(on: $on) }'
    expect([of(given), of(given, { on: 'x' }), of(given, { on: null })]).toEqual([101, 101, 1])
  })

  it('treats a variable as missing if only Object.prototype has its name', () => {
    expect(
      createCostEstimate(schema)(parse('query ($toString: String) { old(on: $toString) }'), asked(undefined)),
    ).toBe(1)
  })

  it('counts the literals of the document beside its variables', () => {
    const costOf = createCostEstimate(schema)
    const both = parse(
      'query ($size: Int) { things(pageSize: 3) { name } all: things(pageSize: $size) { name } }',
    )
    expect([5, 7].map((size) => costOf(both, asked(undefined, { size })))).toEqual([1 + 3 + 6, 1 + 3 + 8])
  })

  it('is right for more page sizes than it caches', () => {
    const costOf = createCostEstimate(schema)
    for (let size = 1; size <= 200; size += 1) {
      expect(costOf(document, asked('One', { size }))).toBe(1 + size)
    }
  })
})

describe('the cost of a document', () => {
  const own = buildSchema(`
    directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
    directive @listSize(assumedSize: Int!) on FIELD_DEFINITION
    interface Named { name: String }
    type Query {
      one: Thing, all: [Thing], each: [Thing!]!, named: Named
      some: [Thing] @listSize(assumedSize: 7)
      page(on: String @cost(weight: 100), pageSize: Int = 10): ThingConnection
      open(pageSize: Int): ThingConnection
      sure: Thing!
      dear: Thing @cost(weight: 20)
      two(a: Int @cost(weight: 3), b: Int): Int
    }
    type Mutation { make: Thing }
    type Thing implements Named { name: String, inner: Thing, edges: [Thing] }
    type ThingConnection { edges: [ThingEdge], others: [Thing] }
    type ThingEdge { node: Thing }
  `)
  const costOf = (text: string, variables: Readonly<Record<string, unknown>> = {}, name?: string | null) =>
    createCostEstimate(own)(parse(text), asked(name ?? undefined, variables))

  it.each([
    ['each field', '{ one { name inner { name } } }', 4],
    ['a thing that is never null once', '{ sure { name } }', 2],
    ['a list as five entries', '{ all { name } }', 1 + 5],
    ['a list that is never null too', '{ each { name } }', 1 + 5],
    ['a list as many as it says', '{ some { name } }', 1 + 7],
    ['lists in lists, each times the other', '{ all { edges { name } } }', 1 + 5 * (1 + 5)],
    ['a page as its default, its edges once', '{ page { edges { node { name } } } }', 1 + 10 * 3],
    ['another list of a page as any list', '{ page { others { name } } }', 1 + 10 * (1 + 5)],
    ['a page as large as asked', '{ page(pageSize: 3) { edges { node { name } } } }', 1 + 3 * 3],
    ['a page by its size alone', '{ page(on: null, pageSize: 3) { edges { node { name } } } }', 1 + 3 * 3],
    ['a page that is given something else', '{ page(on: null) { edges { node { name } } } }', 1 + 10 * 3],
    ['no page as less than one', '{ page(pageSize: 0) { edges { node { name } } } }', 1 + 3],
    ['no page as more than the largest', '{ page(pageSize: 900) { edges { node { name } } } }', 1 + 250 * 3],
    ['a page that says no size as the largest', '{ open { edges { node { name } } } }', 1 + 250 * 3],
    ['a dear field as what it says more', '{ dear { name } }', 1 + 20 + 1],
    ['an argument that is given', '{ two(a: 1, b: 2) }', 1 + 3],
    ['no argument that is given nothing', '{ two(a: null, b: 2) }', 1],
    ['no argument that is left out', '{ two }', 1],
    ['nothing of introspection', '{ __schema { types { name } } __typename }', 0],
    ['a field that nobody knows once, whatever is in it', '{ unknown { all { name } } }', 1],
    ['fields of an interface', '{ named { name } }', 2],
    [
      'inline fragments, with and without a type',
      '{ ... { one { name } } ... on Query { one { name } } }',
      4,
    ],
    ['fields of a fragment of a type that nobody knows', '{ ... on Nothing { one { name } } }', 1],
    ['those of one with a name too', '{ ...F } fragment F on Nothing { one { name } }', 1],
    [
      'a fragment where it is spread',
      '{ one { ...F } all { ...F } } fragment F on Thing { name }',
      2 + 1 + 5,
    ],
    ['nothing for a fragment that is not there', '{ one { ...G } }', 1],
    ['nothing for a fragment inside itself', '{ one { ...F } } fragment F on Thing { name ...F }', 2],
    ['a change', 'mutation { make { name } }', 2],
  ])('counts %s', (_, text, cost) => {
    expect(costOf(text)).toBe(cost)
  })

  it('uses its own defaults if the schema declares no costs', () => {
    const plain = buildSchema(`
      type Query { one: Thing @deprecated(reason: "old"), all: [Thing] @deprecated(reason: "old") }
      type Thing { name: String }
    `)
    expect(createCostEstimate(plain)(parse('{ one { name } all { name } }'), asked(undefined))).toBe(
      2 + 1 + 5,
    )
  })

  it('visits a fragment once, however often it is spread: forty that double each other are counted', () => {
    const levels = Array.from({ length: 40 }, (_, level) =>
      level === 39
        ? `fragment F39 on Thing { name }`
        : `fragment F${level} on Thing { ...F${level + 1} ...F${level + 1} }`,
    )
    expect(costOf(`{ one { ...F0 } } ${levels.join(' ')}`)).toBe(1 + 2 ** 39)
  })

  it('counts the requested operation, or all if none is named', () => {
    const text = 'query A { one { name } } query B { all { name } }'
    expect([costOf(text, {}, 'A'), costOf(text, {}, 'B')]).toEqual([2, 6])
    expect([costOf(text), costOf(text, {}, null), costOf(text, {}, 'C')]).toEqual([8, 8, 0])
    expect(costOf('{ one { name } }', {}, 'A')).toBe(0)
  })
})

describe('points', () => {
  /** Sizes a page can be given, in a document or as a variable; the executor answers `DEFAULT_SIZE` for null. */
  const DEFAULT_SIZE = 10
  const own = buildSchema(`
    directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
    directive @listSize(assumedSize: Int!) on FIELD_DEFINITION
    type Query { thing: Thing, things(pageSize: Int = ${DEFAULT_SIZE}, on: String @cost(weight: 500)): ThingConnection }
    type ThingConnection { edges: [ThingEdge] }
    type ThingEdge { node: Thing }
    type Thing {
      name: String
      parts: [Thing] @listSize(assumedSize: 3)
      things(pageSize: Int = ${DEFAULT_SIZE}, on: String = "today" @cost(weight: 500)): ThingConnection
    }
  `)
  type PageArguments = { readonly pageSize?: number | null; readonly on?: string | null }

  /** Answers as large as the schema allows, and counts their cost. */
  async function carryOut(query: string, variables: Readonly<Record<string, unknown>>) {
    let weights = 0
    const things = ({ pageSize, on }: PageArguments) => {
      if (on !== undefined && on !== null) weights += 500
      const size = Math.min(Math.max(pageSize ?? DEFAULT_SIZE, 1), 250)
      return { edges: Array.from({ length: size }, () => ({ node: thing })) }
    }
    const thing = {
      name: 'x',
      things,
      get parts() {
        return [thing, thing, thing]
      },
    }
    const tally = { fields: 0 }
    const { errors } = await executeByLevel(
      { schema: own, document: parse(query), rootValue: { thing, things }, variableValues: variables },
      undefined,
      tally,
    )
    return { wasRead: errors === undefined, cost: tally.fields + weights }
  }

  const sizes = fc.constantFrom(null, 1, 3, 40, 250)
  const days = fc.constantFrom(null, 'monday')
  /** Returns values of an argument in a document whose variables are `$n` and `$d`. */
  const written = (literals: fc.Arbitrary<number | string | null>, variable: string) =>
    fc.oneof(
      fc.constant(undefined),
      fc.constant(variable),
      literals.map((value) => JSON.stringify(value)),
    )
  const pageArguments = fc
    .record({ pageSize: written(sizes, '$n'), on: written(days, '$d') })
    .map((given) =>
      Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    )
    .map((given) => (given.length === 0 ? '' : `(${given.join(', ')})`))
  const selections = fc.letrec<{ thing: string; connection: string }>((tie) => ({
    thing: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom('name', 'a: name @skip(if: false)', '...F', '... on Thing { name }'),
      tie('thing').map((inner) => `parts { ${inner} }`),
      tie('connection'),
      fc.tuple(tie('connection'), tie('thing')).map(([page, thing]) => `one: ${page} ${thing}`),
    ),
    connection: fc
      .tuple(pageArguments, tie('thing'))
      .map(([given, inner]) => `things${given} { edges { node { ${inner} } } }`),
  }))
  const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })

  it('are at least half of the actual cost of a call, for literal, omitted, default and variable page sizes', async () => {
    const costOf = createCostEstimate(own)
    await fc.assert(
      fc.asyncProperty(
        fc.record({ root: selections.connection, fragment: pageArguments }),
        fc.record({ n: optional(sizes), d: optional(days) }),
        fc.record({ n: optional(sizes), d: optional(days) }),
        async ({ root, fragment }, defaults, sent) => {
          const declared = (name: string, type: string, value: unknown) =>
            `$${name}: ${type}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`
          const query = `query (${declared('n', 'Int', defaults.n)}, ${declared('d', 'String', defaults.d)}) {
            ${root} thing { ...F } } fragment F on Thing { first: things${fragment} { edges { node { name } } } }`
          const variables = Object.fromEntries(
            Object.entries(sent).filter(([, value]) => value !== undefined),
          )
          // A document with one name for two fields is refused before anything is counted.
          fc.pre(validate(own, parse(query), [OverlappingFieldsCanBeMergedRule]).length === 0)
          const points = costOf(parse(query), asked(undefined, variables))
          expect(points).toBe(createCostEstimate(own)(parse(query), asked(undefined, variables)))
          fc.pre(points <= 20_000)
          const { wasRead, cost } = await carryOut(query, variables)
          expect(wasRead).toBe(true)
          expect(cost).toBeLessThanOrEqual(2 * points)
        },
      ),
      { numRuns: 200 },
    )
  })
})
