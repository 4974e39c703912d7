import { randomUUID } from 'node:crypto'
import { getNamedType, getNullableType, isLeafType, isObjectType, type GraphQLOutputType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { standOf } from '#testing/books-process/books-kills.ts'
import { startBooksProcess, type BooksProcess } from '#testing/books-process/books-process.ts'
import { EXAMPLES, makerOf } from '#testing/every-input/input-examples.ts'
import { numbered } from '#testing/every-input/input-variants.ts'
import { call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'
import { readPublicSchema } from '#testing/public-schema.ts'

const schema = readPublicSchema()
const OF_EVERY_ANSWER = new Set(['didSucceed', 'inputErrors'])

/** One mutation for each kind of payload, because payloads are stored. */
const MUTATIONS = [
  ...Map.groupBy(
    Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) => name !== '_'),
    ({ type }) => ownFieldsOf(type).join(),
  ).values(),
].flatMap(([first]) => first ?? [])

function ownFieldsOf(type: GraphQLOutputType): readonly string[] {
  const named = getNamedType(type)
  if (!isObjectType(named)) return []
  return Object.values(named.getFields()).flatMap((field) =>
    OF_EVERY_ANSWER.has(field.name) ? [] : [`${field.name}: ${String(field.type)}`],
  )
}

/** Returns a selection of every field without required arguments, nested up to `depth`. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (!isObjectType(named)) return '{ __typename }'
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(({ type: argument }) => getNullableType(argument) !== argument)) return []
    if (!isLeafType(getNamedType(field.type)) && depth === 0) return []
    return [`${field.name} ${selectionOf(field.type, depth - 1)}`]
  })
  return `{ __typename ${fields.join(' ')} }`
}

describe.each(DATABASE_KINDS)('a mutation repeated with its key, on a database of kind %s', (kind) => {
  let server: BooksEndpoint
  /** A second endpoint on the same database; on PostgreSQL in another process. */
  let other: Endpoint | BooksProcess
  let books: TestBooks
  let counted = 0
  const next = () => {
    counted += 1
    return counted
  }

  beforeAll(async () => {
    server = await startBooks(kind, { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000' })
    books = await server.open()
    await books.allowMail(true)
    const { databaseUrl } = server
    other =
      databaseUrl === undefined
        ? await startEndpoint({ beside: server.endpoint })
        : await startBooksProcess(databaseUrl)
  })
  afterAll(async () => {
    await ('stop' in other ? other.stop() : other.close())
    await server.close()
  })

  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'gives the same answer in every field from another process, and changes nothing: %s',
    async (name, mutation) => {
      const books = await server.open()
      await books.allowMail(true)
      const example = await EXAMPLES[name]?.(books, makerOf(books, next))
      if (example === undefined) throw new Error(`There is no example of ${name}`)
      const query = `mutation ($input: ${String(mutation.args[0]?.type)}) {
        ${name}(input: $input) ${selectionOf(mutation.type, 2)} }`
      const variables = { input: numbered(example, next) }
      const key = { 'idempotency-key': randomUUID() }
      const send = async ({ url }: { readonly url: string }) =>
        (await call({ url }, books.token, { query, variables }, key)).body
      const first = await send(server.endpoint)
      expect(first.errors).toBeUndefined()
      expect(first.data[name]).toMatchObject({ didSucceed: true, inputErrors: [] })
      const stand = await standOf(server, books)
      expect(await send(other)).toEqual(first)
      expect(await send(server.endpoint)).toEqual(first)
      expect(await standOf(server, books)).toEqual(stand)
    },
  )
})
