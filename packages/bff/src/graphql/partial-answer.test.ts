import { describe, expect, it } from 'vitest'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { readPartialAnswer } from './read-figures.ts'

const read = (body: unknown) =>
  readPartialAnswer(typeof body === 'string' ? body : JSON.stringify(body), exampleProfile().refusals)
const codeOf = (body: unknown): unknown => {
  try {
    return read(body)
  } catch (thrown) {
    return (thrown as { code?: string }).code
  }
}
const fault = (extensions: object, path: readonly string[] = ['business']) => ({
  message: 'no',
  path,
  extensions,
})

describe(readPartialAnswer, () => {
  it('returns the received parts, and names the missing ones', () => {
    const data = { __typename: 'Query', business: { cash: null, name: 'Northwind' } }
    const errors = [fault({ code: 'INTERNAL_SERVER_ERROR' }, ['business', 'cash']), { message: 'elsewhere' }]
    expect(read({ data, errors })).toEqual({ data, missing: ['business.cash'] })
    expect(read({ data })).toEqual({ data, missing: [] })
  })

  it.each([
    ['a plan that ended', { code: 'FORBIDDEN', reason: 'subscription_inactive' }, 'plan-ended'],
    ['a business that is lost', { code: 'NOT_FOUND' }, 'connection-not-found'],
    ['too many calls', { code: 'RATE_LIMITED' }, 'provider-rate-limited'],
    ['a fault of the provider', { code: 'INTERNAL_SERVER_ERROR' }, 'provider-unavailable'],
  ])('returns the reason for an answer without data: %s', (_what, extensions, code) => {
    expect(codeOf({ data: { __typename: 'Query', business: null }, errors: [fault(extensions)] })).toBe(code)
    expect(codeOf({ data: null, errors: [fault(extensions)] })).toBe(code)
  })

  it.each(['', 'null', '[]', '<html>', '{"data":'])('rejects %j as an answer', (text) => {
    expect(codeOf(text)).toBe('provider-unavailable')
  })
})
