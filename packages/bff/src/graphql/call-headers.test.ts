import { CONNECTION_HEADER, IDEMPOTENCY_HEADER, SEND_AGAIN_HEADER } from '@counterfoil/bff-api/paths'
import { describe, expect, it } from 'vitest'
import { commandKeyOf, connectionIdOf, sendingOf } from './call-headers.ts'

const BAD_REQUEST: unknown = expect.objectContaining({ code: 'bad-request' })

describe('the headers of a GraphQL call', () => {
  it('name the connection of the call', () => {
    expect(connectionIdOf({ [CONNECTION_HEADER]: 'a-connection' })).toBe('a-connection')
  })

  it('are refused without a connection id, with an invalid one, or with two', () => {
    for (const given of [undefined, '', 'not an id', ['one', 'another']])
      expect(() => connectionIdOf({ [CONNECTION_HEADER]: given })).toThrow(BAD_REQUEST)
  })

  it('require an idempotency key of 16 to 128 characters for a mutation', () => {
    for (const key of ['k'.repeat(16), 'k'.repeat(128)])
      expect(commandKeyOf({ [IDEMPOTENCY_HEADER]: key })).toBe(key)
    for (const key of [undefined, 'k'.repeat(15), 'k'.repeat(129), 'a key with blanks'])
      expect(() => commandKeyOf({ [IDEMPOTENCY_HEADER]: key })).toThrow(BAD_REQUEST)
  })

  it('mark a repeated call only by the value 1', () => {
    expect(sendingOf({ [SEND_AGAIN_HEADER]: '1' })).toBe('again')
    expect(sendingOf({ [SEND_AGAIN_HEADER]: '0' })).toBe('first')
    expect(sendingOf({})).toBe('first')
  })
})
