import { GraphqlRequestSchema } from '@counterfoil/bff-api/graphql'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_VARIABLE_DEPTH,
  MAX_VARIABLE_NODES,
  createGraphqlRequestReader,
  parseRequest,
} from './graphql-request.ts'

const HASH = 'a'.repeat(64)
const OPERATIONS = {
  [HASH]: { name: 'Me', kind: 'query' as const, scopes: ['user:read'], document: 'query Me { user { id } }' },
}
const read = createGraphqlRequestReader(OPERATIONS)

const persisted = (extra: object = {}, hash = HASH) =>
  JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, ...extra })
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

describe(createGraphqlRequestReader, () => {
  it('sends the query text of the manifest for its hash, with the variables of the request', () => {
    const outcome = read(persisted({ operationName: 'Me', variables: { page: 2 } }))
    if (outcome.kind !== 'operation') throw new Error(outcome.reason)
    expect(outcome.operation).toMatchObject({ kind: 'query', name: 'Me', scopes: ['user:read'] })
    expect(JSON.parse(outcome.operation.upstreamBody)).toEqual({
      query: 'query Me { user { id } }',
      operationName: 'Me',
      variables: { page: 2 },
    })
  })

  it('ignores a query text that comes with a known hash', () => {
    const outcome = read(persisted({ query: 'mutation Evil { x }' }))
    if (outcome.kind !== 'operation') throw new Error(outcome.reason)
    expect(outcome.operation.upstreamBody).not.toContain('Evil')
  })

  it.each([
    ['a free-form text', JSON.stringify({ query: '{ user { id } }' }), 'operation-not-allowed'],
    ['an unknown hash', persisted({}, 'b'.repeat(64)), 'operation-not-allowed'],
    ['an unknown hash with a text', persisted({ query: '{ a }' }, 'b'.repeat(64)), 'operation-not-allowed'],
    ['a name of the prototype as hash', persisted({}, 'constructor'), 'operation-not-allowed'],
    ['another name than the hash has', persisted({ operationName: 'You' }), 'bad-request'],
    ['no JSON', '{', 'bad-request'],
    ['a list (a batch)', `[${persisted()}]`, 'bad-request'],
    ['a bare string', '"x"', 'bad-request'],
    ['null', 'null', 'bad-request'],
    ['variables that are a list', persisted({ variables: [] }), 'bad-request'],
    [
      'another version of the protocol',
      JSON.stringify({ extensions: { persistedQuery: { version: 2, sha256Hash: HASH } } }),
      'bad-request',
    ],
    [
      'variables that are too deep',
      persisted({ variables: nested(MAX_VARIABLE_DEPTH + 1) }),
      'payload-too-large',
    ],
    ['too many members, before it is parsed', `{${'"a":1,'.repeat(3001)}`, 'payload-too-large'],
    [
      'too many variables',
      persisted({ variables: { a: Array(MAX_VARIABLE_NODES).fill(0) } }),
      'payload-too-large',
    ],
  ])('refuses %s', (_name, body, code) => {
    expect(read(body)).toMatchObject({ kind: 'refused', code })
  })

  it('accepts variables at the limits', () => {
    expect(read(persisted({ variables: nested(MAX_VARIABLE_DEPTH) })).kind).toBe('operation')
    expect(read(persisted({ variables: { a: Array(MAX_VARIABLE_NODES - 2).fill(0) } })).kind).toBe(
      'operation',
    )
  })
})

describe(parseRequest, () => {
  it('accepts the same requests as the schema of the API contract', () => {
    const text = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.string(),
      fc.integer(),
      fc.constant([]),
    )
    const hash = fc.oneof(
      text,
      fc.record({ version: fc.constantFrom(1, 2, '1'), sha256Hash: text }),
      fc.constant({}),
    )
    const request = fc.record({
      operationName: text,
      variables: fc.oneof(text, fc.dictionary(fc.string(), fc.jsonValue())),
      extensions: fc.oneof(text, fc.record({ persistedQuery: hash }), fc.constant({})),
    })
    const anything = fc.oneof(request, request, fc.jsonValue())
    fc.assert(
      fc.property(anything, (value) => {
        const body = JSON.stringify(value) ?? ''
        const parsed = GraphqlRequestSchema.safeParse(body === '' ? undefined : JSON.parse(body))
        expect(parseRequest(body) !== undefined).toBe(parsed.success)
      }),
      { numRuns: 2000 },
    )
  })
})
