import fc from 'fast-check'
import { buildSchema, execute, parse, validate, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { withCheck } from './checked-resolver.ts'
import { executeByLevel } from './execute-by-level.ts'
import { createPlans } from './plans.ts'

const FIELDS = `
  text: String strict: String! numbers: [Int] allNumbers: [Int!]! hashed(by: Int! = 1): Int
  node: Node sureNode: Node! nodes: [Node] allNodes: [Node!]! someNodes: [Node!] rows: [[Node!]]
  thing: Thing things: [Thing!] named: Named`
const SCHEMA_TEXT = `
  interface Named { text: String strict: String! node: Node }
  type Node implements Named { ${FIELDS} }
  type Other implements Named { text: String strict: String! node: Node only: Int }
  union Thing = Node | Other
  type Query { ${FIELDS} }
  type Mutation { ${FIELDS} }
`

/** Returns a deterministic pseudo-random number for its arguments. */
function hashOf(...parts: readonly (number | string)[]): number {
  let hash = 17
  for (const character of parts.join('|')) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return Math.abs(hash ^ (hash >>> 13))
}

/** Builds a schema whose fields answer at random: at once or later, with a value, null, or an error. */
function luckySchema(luck: number, faults: number): GraphQLSchema {
  const schema = buildSchema(SCHEMA_TEXT)
  const source = (hash: number) => ({ __typename: hash % 2 === 0 ? 'Node' : 'Other', seed: hash })
  const valueFor = (type: string, hash: number): unknown => {
    if (type.startsWith('[')) {
      const inner = type.replace(/^\[(.*)\]!?$/, '$1')
      return Array.from({ length: hash % 4 }, (_, index) => {
        const own = hashOf(hash, index)
        if (own % faults === 0) return null
        if (own % faults === 1) return new Error(`item ${index}`)
        const value = valueFor(inner.replace(/!$/, ''), own)
        return own % 3 === 0 ? Promise.resolve(value) : value
      })
    }
    if (type === 'String') return `text ${hash % 10}`
    if (type === 'Int') return hash % faults === 2 ? 'no number' : hash % 10
    return type === 'Node' ? { seed: hash } : source(hash)
  }
  for (const name of ['Query', 'Mutation', 'Node', 'Other']) {
    const type = schema.getType(name) as any
    for (const field of Object.values<any>(type.getFields())) {
      field.resolve = (parent: any, args: any) => {
        const hash = hashOf(luck, parent?.seed ?? 0, field.name, JSON.stringify(args))
        if (hash % faults === 0) return null
        if (hash % faults === 1) throw new Error(`${field.name} failed`)
        if (hash % faults === 2) return Promise.reject(new Error(`${field.name} failed later`))
        if (hash % faults === 3) return new Error(`${field.name} is one`)
        const value = valueFor(String(field.type).replace(/!$/, ''), hash)
        return hash % 2 === 0 ? value : Promise.resolve(value)
      }
    }
  }
  const thing = schema.getType('Thing') as any
  thing.resolveType = (value: any) => {
    if (value.seed % faults === 4) return 'Query'
    return value.seed % 3 === 0 ? Promise.resolve(value.__typename) : value.__typename
  }
  return schema
}

const leaf = fc.constantFrom(
  'text',
  'strict',
  'again: strict',
  '__proto__: text',
  'numbers',
  'allNumbers',
  '__typename',
  'hashed(by: 3)',
  'third: hashed(by: $by)',
  'text @skip(if: $yes)',
  'strict @include(if: $no)',
  '... @include(if: $yes) { text }',
)
const { selection } = fc.letrec<{ selection: string; inner: string }>((tie) => ({
  inner: fc
    .array(fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('selection')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((each) => `{ ${each.join(' ')} }`),
  selection: fc
    .tuple(
      fc.constantFrom(
        'node',
        'sureNode',
        'nodes',
        'allNodes',
        'someNodes',
        'rows',
        'more: allNodes',
        'thing',
        'things',
        'named',
      ),
      tie('inner'),
    )
    .map(([name, inner]) => {
      if (name === 'named') return `named { strict ... on Node ${inner} ... on Other { only } }`
      return name.startsWith('thing')
        ? `${name} { ... on Node ${inner} ... on Named { strict } ...Rest }`
        : `${name} ${inner}`
    }),
}))
const documents = fc
  .tuple(
    fc.constantFrom('query', 'mutation'),
    fc.array(fc.oneof(leaf, selection), { minLength: 1, maxLength: 5 }),
  )
  .map(
    ([kind, each]) =>
      `${kind} ($by: Int!, $yes: Boolean!, $no: Boolean!) { ${each.join(' ')} } fragment Rest on Other { only text }`,
  )

/** Returns the path of the null of each error, with its message if both paths are equal. */
function placesOf({ data, errors = [] }: ExecutionResult): readonly string[] {
  const places = errors.map(({ path = [], message }) => {
    let value: any = data
    const walked: (number | string)[] = []
    for (const key of path) {
      if (value === null || value === undefined) break
      value = value[key]
      walked.push(key)
    }
    return walked.length === path.length ? `${walked.join('.')}: ${message}` : walked.join('.')
  })
  return [...new Set(places)].toSorted()
}

describe(executeByLevel, () => {
  it('gives the same answer as GraphQL.js, for any failure at any time', async () => {
    let valid = 0
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(), fc.integer({ min: 8, max: 40 }), async (text, luck, faults) => {
        const schema = luckySchema(luck, faults)
        const document = parse(text)
        fc.pre(
          validate(schema, document).filter(({ message }) => !message.includes('is never used')).length === 0,
        )
        valid += 1
        const asked = { schema, document, variableValues: { by: 3, yes: true, no: false } }
        const plans = createPlans()
        const theirs = await execute(asked)
        // The second time uses the plan cached by the first.
        for (const ours of [await executeByLevel(asked, plans), await executeByLevel(asked, plans)]) {
          expect(JSON.stringify(ours.data)).toBe(JSON.stringify(theirs.data))
          expect(placesOf(ours)).toEqual(placesOf(theirs))
        }
      }),
      { numRuns: 300 },
    )
    expect(valid).toBeGreaterThan(100)
  })

  /** Builds a schema whose fields record when they begin and end. */
  const notingSchema = (notes: string[], work: () => Promise<void>) => {
    const schema = buildSchema(
      'type Thing { inside: Int } type Query { one: Thing two: Thing } type Mutation { one: Thing two: Thing }',
    )
    for (const name of ['Query', 'Mutation']) {
      for (const field of Object.values<any>((schema.getType(name) as any).getFields())) {
        field.resolve = async () => {
          notes.push(`${field.name} begins`)
          await work()
          notes.push(`${field.name} ends`)
          return { inside: () => notes.push(`inside ${field.name}`) }
        }
      }
    }
    return schema
  }

  it('runs a mutation field only after the previous one is complete, and query fields together', async () => {
    const notesOf = async (kind: string) => {
      const notes: string[] = []
      const schema = notingSchema(notes, async () => {})
      await executeByLevel({ schema, document: parse(`${kind} { one { inside } two { inside } }`) })
      return notes
    }
    const [one, two] = ['one', 'two'].map((name) => [`${name} begins`, `${name} ends`, `inside ${name}`])
    expect(await notesOf('mutation')).toEqual([...(one ?? []), ...(two ?? [])])
    expect((await notesOf('query')).slice(0, 2)).toEqual(['one begins', 'two begins'])
  })

  it('runs a guard once for a list, and refuses each entry', async () => {
    const schema = buildSchema('type Thing { own: Int } type Query { things: [Thing!]! }')
    let asked = 0
    const things = schema.getQueryType()?.getFields()['things'] as any
    things.resolve = () => [{ own: 1 }, { own: 2 }, { own: 3 }]
    const own = (schema.getType('Thing') as any).getFields()['own']
    own.resolve = withCheck<{ readonly isAllowed: boolean }>(
      (source: any) => source.own,
      ({ isAllowed }) => {
        asked += 1
        if (!isAllowed) throw new Error('refused')
      },
    )
    const answerFor = (isAllowed: boolean) =>
      executeByLevel({ schema, document: parse('{ things { own } }'), contextValue: { isAllowed } })
    expect(await answerFor(true)).toEqual({ data: { things: [{ own: 1 }, { own: 2 }, { own: 3 }] } })
    expect(asked).toBe(1)
    const { data, errors } = await answerFor(false)
    expect(data).toEqual({ things: [{ own: null }, { own: null }, { own: null }] })
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual([
      'things.0.own',
      'things.1.own',
      'things.2.own',
    ])
  })

  it('executes a cached document with other variables', async () => {
    const schema = buildSchema('type Query { one: Int two: Int }')
    const plans = createPlans()
    const document = parse('query ($no: Boolean!) { one ... { two @skip(if: $no) } }')
    const rootValue = { one: 1, two: 2 }
    for (const no of [true, false, true]) {
      const { data } = await executeByLevel({ schema, document, rootValue, variableValues: { no } }, plans)
      expect(data).toEqual(no ? { one: 1 } : { one: 1, two: 2 })
    }
  })

  it('stops once the client has disconnected', async () => {
    const notes: string[] = []
    const gone = new AbortController()
    const schema = notingSchema(notes, async () => gone.abort(new Error('gone')))
    const document = parse('mutation { one { inside } two { inside } }')
    await expect(executeByLevel({ schema, document, abortSignal: gone.signal })).rejects.toThrow('gone')
    expect(notes).toEqual(['one begins', 'one ends'])
  })
})
