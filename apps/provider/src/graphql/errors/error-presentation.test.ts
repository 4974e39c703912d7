import { GraphQLError, Kind, locatedError, type FieldNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { MASKED_MESSAGE, OUTAGE_MESSAGE, presentError } from './error-presentation.ts'
import { CallerError, missingScopeError, notFoundError } from '#caller/caller-error.ts'

const NODE: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'user' } }
const at = (error: unknown) => locatedError(error as Error, NODE, ['user'])

describe(presentError, () => {
  it('shows an error meant for the caller, with its code, its id and its details', () => {
    const { error, cause } = presentError(at(missingScopeError('user', ['user:read'])), 'the-id')
    expect(error.toJSON()).toEqual({
      message: "The token needs user:read for 'user'.",
      path: ['user'],
      extensions: { code: 'FORBIDDEN', id: 'the-id', requiredScopes: ['user:read'] },
    })
    expect(cause).toBeUndefined()
  })

  it('preserves the form of the whole answer', () => {
    const limited = new CallerError('RATE_LIMITED', 'Too many.', {
      http: { status: 429, headers: { 'Retry-After': '7' } },
    })
    expect(presentError(limited, 'id').error.extensions).toEqual({
      code: 'RATE_LIMITED',
      id: 'id',
      http: { status: 429, headers: { 'Retry-After': '7' } },
    })
  })

  it.each([
    ['a thrown error', new TypeError('x is undefined in /srv/provider')],
    ['a thrown text', 'connection to 10.0.0.7 failed'],
    [
      'an error of the executor about our own value',
      new GraphQLError('Enum "X" cannot represent value: "secret"'),
    ],
    [
      'an error that already has our code for faults',
      new GraphQLError('secret', { extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
    ],
  ])('masks %s, and keeps the cause for the log', (_, thrown) => {
    const { error, code, cause } = presentError(at(thrown), 'the-id')
    expect(code).toBe('INTERNAL_SERVER_ERROR')
    expect(error.message).toBe(MASKED_MESSAGE)
    expect(JSON.stringify(error)).not.toMatch(/secret|10\.0\.0\.7|srv/)
    expect(cause).toBeDefined()
    expect(error.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', id: 'the-id' })
  })

  it('answers 500 if a fault occurs before the execution', () => {
    expect(presentError(new Error('boom'), 'id').error.extensions['http']).toEqual({ status: 500 })
  })

  it('reports an outage, not a fault, while the database is not answering', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    const { error, code, cause } = presentError(refused, 'id')
    expect([code, error.message, cause]).toEqual(['INTERNAL_SERVER_ERROR', OUTAGE_MESSAGE, refused])
    expect(error.extensions).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      id: 'id',
      reason: 'temporarily_unavailable',
      http: { status: 503, headers: { 'Retry-After': '2' } },
    })
    // In the middle of an answer its status is already sent.
    expect(presentError(at(refused), 'id').error.extensions).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      id: 'id',
      reason: 'temporarily_unavailable',
    })
  })

  it('reports refusals by the parser and the rules as a failed validation', () => {
    expect(presentError(new GraphQLError('Syntax Error'), 'id').code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(
      presentError(new GraphQLError('x', { extensions: { code: 'GRAPHQL_PARSE_FAILED' } }), 'id').code,
    ).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it('reports an unreadable argument as bad input', () => {
    const refused = new GraphQLError('Argument "id" must not be null.', { nodes: [NODE] })
    expect(presentError(at(refused), 'id').code).toBe('BAD_USER_INPUT')
  })

  it('shortens a long value of the wrong type', () => {
    const message = `Variable "$input" got invalid value "${'x'.repeat(120_000)}" at "input.items"; Expected a list.`
    const shown = presentError(new GraphQLError(message), 'id').error.message
    expect(shown.length).toBeLessThan(1100)
    expect(shown).toMatch(
      /^Variable "\$input" got invalid value "xxx.* … x.*"input\.items"; Expected a list\.$/,
    )
  })

  it('does not add an inner error to the shown one', () => {
    const outer = new GraphQLError('outer', { originalError: new Error('inner secret') })
    expect(JSON.stringify(presentError(outer, 'id').error)).not.toContain('secret')
    expect(presentError(at(notFoundError('Business', 'BAD_ID')), 'id').error.message).toBe(
      "Business 'BAD_ID' could not be found.",
    )
  })
})
