import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import { sample } from '@counterfoil/testkit/sample'
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputObjectType,
  isInputObjectType,
  isScalarType,
} from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requiredScopes } from '#graphql/schema/schema.ts'
import { type BooksEndpoint, integerIn, startBooks, type TestBooks } from '#testing/books-endpoint.ts'
import { EXAMPLES, makerOf } from '#testing/every-input/input-examples.ts'
import {
  type InputPlace,
  type Json,
  type JsonInput,
  numbered,
  placesOf,
  valueAt,
  variantsOf,
  withValueAt,
} from '#testing/every-input/input-variants.ts'
import { createWriteCount } from '#testing/every-input/write-count.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { readPublicSchema } from '#testing/public-schema.ts'
import type { RowKind } from './book-ids.ts'

const schema = readPublicSchema()
const MUTATIONS = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name }) => name !== '_',
)

function inputOf(mutation: GraphQLField<unknown, unknown>): GraphQLInputObjectType {
  const type = mutation.args[0] && getNamedType(mutation.args[0].type)
  if (!isInputObjectType(type)) throw new Error(`${mutation.name} has no input`)
  return type
}

const allScopes = Object.entries(SCOPE_OPERATIONS).flatMap(([resource, operations]) =>
  operations.filter((operation) => operation !== '*').map((operation) => `${resource}:${operation}`),
)

let server: BooksEndpoint
let foreign: TestBooks
let makeForeign: (kind: RowKind) => Promise<string>
/** Returns counters that stay the same if a call changes nothing in any books. */
let writes: () => Promise<number>
let counted = 0
const next = () => {
  counted += 1
  return counted
}

beforeAll(async () => {
  const many = '1000000'
  server = await startBooks('postgres', {
    PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: many,
    PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: many,
    // Long lists have limits of their own.
    PROVIDER_GRAPHQL_MAX_BODY_BYTES: '10000000',
  })
  foreign = await server.open()
  const make = makerOf(foreign, next)
  // Ids come from the clock: now no other business has the same.
  makeForeign = async (kind) => {
    server.endpoint.advance(1)
    const id = await make(kind)
    server.endpoint.advance(1)
    return id
  }
  writes = await createWriteCount(server)
})
afterAll(() => server.close())

const send = async (books: TestBooks, { name, args }: GraphQLField<unknown, unknown>, input: JsonInput) => {
  const document = `mutation ($input: ${String(args[0]?.type)}) {
    ${name}(input: $input) { didSucceed inputErrors { path code message } } }`
  const { body } = await ask(server.endpoint, books.token, document, { input: numbered(input, next) })
  const answer = body.data?.[name]
  const faults: readonly string[] = (answer?.inputErrors ?? []).map(
    ({ path, code }: { path: readonly string[]; code: string }) => `${path.slice(1).join('.')} ${code}`,
  )
  return { body, answer, faults }
}

/** Returns the kind of row in an encoded id. */
const kindOf = (id: string) => (/;([A-Za-z]+):\d+$/.exec(atob(id))?.[1] ?? 'Business') as RowKind | 'Business'
const isId = ({ field }: InputPlace) => {
  const type = getNamedType(field.type)
  return isScalarType(type) && type.name === 'ID'
}

/** Returns the places where the example has a single id, with that id. */
function idsIn(places: readonly InputPlace[], example: JsonInput) {
  return places.filter(isId).flatMap(({ path }) => {
    const value = valueAt(example, path)
    const one = Array.isArray(value) ? { path: [...path, '0'], id: value[0] } : { path, id: value }
    return typeof one.id === 'string' ? [{ path: one.path, id: one.id }] : []
  })
}

describe.each(sample(MUTATIONS, 2))('$name', (mutation) => {
  const type = inputOf(mutation)
  let books: TestBooks
  let example: JsonInput
  let isRepeatable = false
  const prepare = async () => {
    const sample = EXAMPLES[mutation.name]
    if (!sample) throw new Error(`There is no example of ${mutation.name} in input-examples.ts`)
    example = await sample(books, makerOf(books, next))
  }
  const sendExample = (changes: JsonInput = example) => send(books, mutation, changes)

  beforeAll(async () => {
    books = await server.open()
    await prepare()
  })

  it('succeeds with an example that sets every field', async () => {
    const unsaid = placesOf(type, example).filter(({ path }) => valueAt(example, path) === undefined)
    expect(unsaid.map(({ path }) => path.join('.'))).toEqual([])
    const { body, answer } = await sendExample()
    expect(body.errors).toBeUndefined()
    expect(answer).toEqual({ didSucceed: true, inputErrors: [] })
    isRepeatable = (await sendExample()).answer.didSucceed
    await prepare()
  })

  it('answers any value of any input field with a clear fault, and a refused call changes nothing', async () => {
    let before = await writes()
    for (const place of placesOf(type, example)) {
      const { path } = place
      const at = path.join('.')
      for (const { name, value, refusal } of variantsOf(place, valueAt(example, path))) {
        const said = `${at}: ${name}`
        const { body, answer, faults } = await sendExample(withValueAt(example, path, value))
        if (refusal === 'schema') {
          expect(body.data, said).toBeUndefined()
          expect(body.errors, said).not.toEqual([])
          for (const { extensions } of body.errors ?? [])
            expect(extensions['code'], said).toBe('BAD_USER_INPUT')
          continue
        }
        expect(body.errors, said).toBeUndefined()
        if (answer.didSucceed) {
          expect(answer.inputErrors, said).toEqual([])
          expect(refusal, said).toBe('perhaps')
          if (!isRepeatable) await prepare()
          before = await writes()
          continue
        }
        expect(faults, said).not.toEqual([])
        for (const { path: where, code, message } of answer.inputErrors) {
          expect(where[0], said).toBe('input')
          expect(code, said).toMatch(/^[A-Z_]+$/)
          expect(message.length, said).toBeGreaterThan(5)
        }
        if (refusal === 'input') {
          const fault = expect.stringMatching(`^${at}(\\.0)? (TOO_LONG|INVALID|NOT_FOUND)$`)
          expect(faults, said).toEqual(faults.map(() => fault))
        }
        expect(await writes(), said).toBe(before)
      }
    }
    expect(await writes()).toBe(before)
  })

  it('answers an id of another business as an unknown id', async () => {
    for (const { path, id } of idsIn(placesOf(type, example), example)) {
      const kind = kindOf(id)
      const theirs = kind === 'Business' ? foreign.business.id : await makeForeign(kind)
      const unknown =
        kind === 'Business'
          ? btoa('Business:00000000-0000-4000-8000-000000000000')
          : btoa(`Business:${books.business.uuid};${kind}:7`)
      const writesOfMaking = await writes()
      const answerTo = async (sent: string) => {
        const { answer } = await sendExample(withValueAt(example, path, sent))
        expect(answer.didSucceed, path.join('.')).toBe(false)
        return answer.inputErrors.map((fault: { message: string }) => ({
          ...fault,
          message: fault.message.replaceAll(sent, '…'),
        }))
      }
      const like = await answerTo(unknown)
      expect(like, path.join('.')).toMatchObject([{ path: ['input', ...path], code: 'NOT_FOUND' }])
      expect(await answerTo(theirs), path.join('.')).toEqual(like)
      if (kind !== 'Business') {
        const alike = btoa(`Business:${foreign.business.uuid};${kind}:${integerIn(id)}`)
        expect(await answerTo(integerIn(theirs)), path.join('.')).toEqual(like)
        expect(await answerTo(alike), path.join('.')).toEqual(like)
      }
      expect(await writes(), path.join('.')).toBe(writesOfMaking)
    }
  })

  it('accepts the UUID of the business, and beside it the integers of ids', async () => {
    const all = idsIn(placesOf(type, example), example)
    // Without a business id in the input, the encoded id of a row names the business.
    const naming = ['businessId', 'id', ...all.map(({ path }) => path.join('.'))].find((name) =>
      all.some(({ path }) => path.join('.') === name),
    )
    const plain = all.filter(({ path, id }) => kindOf(id) !== 'Business' && path.join('.') !== naming)
    const uuid = all.filter(({ id }) => kindOf(id) === 'Business')
    if (plain.length + uuid.length === 0) return
    const rewritten = [
      ...plain.map(({ path, id }) => ({ path, value: integerIn(id) as Json })),
      ...uuid.map(({ path }) => ({ path, value: books.business.uuid as Json })),
    ].reduce((input, { path, value }) => withValueAt(input, path, value), example)
    const { body, answer } = await sendExample(rewritten)
    expect(body.errors).toBeUndefined()
    expect(answer).toEqual({ didSucceed: true, inputErrors: [] })
    await prepare()
  })

  it('is refused without its permission, even with all others, and changes nothing', async () => {
    const [needed = ''] = requiredScopes(schema, mutation)
    const token = await server.tokenWith(
      books,
      allScopes.filter((scope) => scope !== needed),
    )
    const before = await writes()
    const { body } = await send({ ...books, token }, mutation, example)
    expect(body.data?.[mutation.name] ?? null).toBeNull()
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', requiredScopes: [needed] } }])
    expect(await writes()).toBe(before)
  })
})

it('leaves no row behind when its business is deleted', async () => {
  const make = makerOf(await server.open(), next)
  await make('Customer')
  await make('Product', { defaultSalesTaxIds: [await make('SalesTax')] })
  const tables = await server.tables()
  const kept = async () => {
    const counts = tables.map(
      (name) => sql`select ${name} as name from ${sql.table(name)} having count(*) > 0`,
    )
    const { rows } = await sql<{ name: string }>`${sql.join(counts, sql` union all `)}`.execute(
      server.endpoint.db,
    )
    return rows.map(({ name }) => name)
  }
  expect((await kept()).toSorted()).toEqual(
    expect.arrayContaining(['accounts', 'customers', 'product_taxes']),
  )
  await server.endpoint.db.deleteFrom('businesses').execute()
  expect(await kept()).toEqual([])
})
