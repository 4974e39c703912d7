import { SCOPE_OPERATIONS } from '@counterfoil/oauth/scope'
import { sample } from '@counterfoil/testkit/sample'
import { getNamedType, isObjectType, isRequiredArgument, isScalarType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requiredScopes } from '#graphql/schema/schema.ts'
import { type BooksEndpoint, integerIn, startBooks, type TestBooks } from '#testing/books-endpoint.ts'
import { makerOf } from '#testing/every-input/input-examples.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { readPublicSchema } from '#testing/public-schema.ts'
import type { RowKind } from './book-ids.ts'

const schema = readPublicSchema()
const business = schema.getType('Business')
const FIELDS = isObjectType(business) ? Object.values(business.getFields()) : []
type Field = (typeof FIELDS)[number]

/** The kind of row that an argument names, if the name of neither the argument nor the field says it. */
const KINDS: Readonly<Record<string, RowKind>> = {
  AREstimate: 'Estimate',
  customerId: 'Customer',
  accountId: 'Account',
  sourceId: 'Estimate',
}

const isId = (type: Parameters<typeof getNamedType>[0]) => {
  const named = getNamedType(type)
  return isScalarType(named) && named.name === 'ID'
}
const idArguments = FIELDS.flatMap((field) =>
  field.args.filter(({ type }) => isId(type)).map((argument) => ({ field, argument: argument.name })),
)
const requiredOf = (field: Field) => field.args.filter((argument) => isRequiredArgument(argument))
const kindOf = (field: Field, argument: string) => {
  const type = getNamedType(field.type).name
  return KINDS[argument === 'id' ? type : argument] ?? (type as RowKind)
}

const ALL_SCOPES = Object.entries(SCOPE_OPERATIONS).flatMap(([resource, operations]) =>
  operations.filter((operation) => operation !== '*').map((operation) => `${resource}:${operation}`),
)

let server: BooksEndpoint
let books: TestBooks
let foreign: TestBooks
let counted = 0
const next = () => {
  counted += 1
  return counted
}

beforeAll(async () => {
  server = await startBooks('postgres')
  books = await server.open()
  foreign = await server.open()
})
afterAll(() => server.close())

/** Returns the answer of a field of the business, with sent values removed from its messages. */
const answerTo = async (field: Field, argument: string, id: string) => {
  const others = requiredOf(field)
    .filter(({ name }) => name !== argument)
    .map(({ name }) => `${name}: "2026-11-20"`)
  const selection = getNamedType(field.type).name.endsWith('Connection')
    ? '{ edges { node { id } } pageInfo { totalCount } }'
    : '{ id }'
  const { data, errors = [] } = await books.read(
    `${field.name}(${[`${argument}: ${JSON.stringify(id)}`, ...others].join(', ')}) ${selection}`,
  )
  const said = errors.map(({ message, extensions }) => [message.replace(`'${id}'`, '…'), extensions['code']])
  return { value: data.business[field.name], said }
}

describe.each(sample(idArguments, 6))('Business.$field.name($argument:)', ({ field, argument }) => {
  it('returns the same for the id and for the integer inside it, and nothing of another business', async () => {
    const kind = kindOf(field, argument)
    const id = await makerOf(books, next)(kind)
    server.endpoint.advance(1)
    const theirs = await makerOf(foreign, next)(kind)
    server.endpoint.advance(1)
    const own = await answerTo(field, argument, id)
    expect(own.said).toEqual([])
    if (argument === 'id') expect(own.value).toEqual({ id })
    expect(await answerTo(field, argument, integerIn(id))).toEqual(own)
    const unknown = await answerTo(field, argument, btoa(`Business:${books.business.uuid};${kind}:7`))
    // Both businesses have a row with this integer.
    const alike = btoa(`Business:${foreign.business.uuid};${kind}:${integerIn(id)}`)
    for (const sent of [theirs, integerIn(theirs), alike, 'BAD_ID', '', '\0']) {
      expect(await answerTo(field, argument, sent), sent).toEqual(unknown)
    }
    if (argument === 'id')
      expect(unknown).toMatchObject({ value: null, said: [[expect.any(String), 'NOT_FOUND']] })
  })
})

describe.each(
  sample(
    FIELDS.filter((field) => requiredScopes(schema, field).length > 0),
    6,
  ),
)('Business.$name', (field) => {
  it('is null without its permission, even with all others', async () => {
    const [needed = ''] = requiredScopes(schema, field)
    const token = await server.tokenWith(
      books,
      ALL_SCOPES.filter((scope) => scope !== needed),
    )
    const args = requiredOf(field).map(({ name, type }) => `${name}: ${isId(type) ? '"x"' : '"2026-11-20"'}`)
    const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : ''
    const { body } = await ask(
      server.endpoint,
      token,
      `{ business { ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selection} } }`,
    )
    expect(body.data.business).toEqual({ [field.name]: null })
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', requiredScopes: [needed] } }])
  })
})
