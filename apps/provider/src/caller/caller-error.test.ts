import { describe, expect, it } from 'vitest'
import {
  badRequestError,
  CallerError,
  missingScopeError,
  notFoundError,
  persistedQueryError,
  subscriptionInactiveError,
} from './caller-error.ts'

describe('an error for the caller', () => {
  it('carries its code and further details for the caller', () => {
    const error = new CallerError('NOT_FOUND', 'Nothing.', { extensions: { reason: 'r', code: 'X' } })
    expect(error).toMatchObject({ name: 'CallerError', message: 'Nothing.', code: 'NOT_FOUND' })
    expect(error.extensions).toStrictEqual({ reason: 'r', code: 'NOT_FOUND' })
    expect(new CallerError('FORBIDDEN', 'No.', { http: { status: 403 } }).extensions).toEqual({
      code: 'FORBIDDEN',
      http: { status: 403 },
    })
  })

  it('names the missing scopes and the field', () => {
    const error = missingScopeError('invoices', ['invoice:read', 'user:read'])
    expect(error.message).toBe("The token needs invoice:read user:read for 'invoices'.")
    expect(error.extensions).toEqual({ code: 'FORBIDDEN', requiredScopes: ['invoice:read', 'user:read'] })
  })

  it('reports the end of a plan by a machine-readable reason', () => {
    expect(subscriptionInactiveError().message).toBe(
      'The business has no active subscription of an eligible plan.',
    )
    expect(subscriptionInactiveError().extensions).toEqual({
      code: 'FORBIDDEN',
      reason: 'subscription_inactive',
    })
  })

  it('shows an id as it was sent, shortened if it is longer than any id', () => {
    const longest = 'x'.repeat(200)
    expect(notFoundError('Business', longest)).toMatchObject({
      code: 'NOT_FOUND',
      message: `Business '${longest}' could not be found.`,
    })
    expect(notFoundError('Business', `${longest}yz`).message).toBe(
      `Business '${longest}…' could not be found.`,
    )
  })

  it('asks for the document with the error code that clients expect', () => {
    const { code, message, extensions } = persistedQueryError()
    expect([code, message]).toEqual(['PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'])
    expect(extensions['http']).toEqual({ spec: true, status: 400 })
  })

  it('has status 400 by default', () => {
    expect(badRequestError('Wrong.').extensions).toEqual({ code: 'BAD_USER_INPUT', http: { status: 400 } })
    expect(badRequestError('Wrong.', { status: 413 }).extensions['http']).toEqual({ status: 413 })
  })
})
