import { CONNECTION_HEADER, IDEMPOTENCY_HEADER, SEND_AGAIN_HEADER } from '@counterfoil/bff-api/paths'
import { describe, expect, it } from 'vitest'
import { commandKeyOf, connectionIdOf, sendingOf } from './call-headers.ts'

const BAD_REQUEST: unknown = expect.objectContaining({ code: 'bad-request' })

describe('the headers of a call', () => {
  it('name the connection it is for', () => {
    expect(connectionIdOf({ [CONNECTION_HEADER]: 'a-connection' })).toBe('a-connection')
  })

  it('that name none, no id, or two, are those of no request of the app', () => {
    for (const given of [undefined, '', 'not an id', ['one', 'another']])
      expect(() => connectionIdOf({ [CONNECTION_HEADER]: given })).toThrow(BAD_REQUEST)
  })

  it('give a mutation a key of 16 to 128 characters', () => {
    for (const key of ['k'.repeat(16), 'k'.repeat(128)])
      expect(commandKeyOf({ [IDEMPOTENCY_HEADER]: key })).toBe(key)
    for (const key of [undefined, 'k'.repeat(15), 'k'.repeat(129), 'a key with blanks'])
      expect(() => commandKeyOf({ [IDEMPOTENCY_HEADER]: key })).toThrow(BAD_REQUEST)
  })

  it('say when it is sent again, and only by a 1', () => {
    expect(sendingOf({ [SEND_AGAIN_HEADER]: '1' })).toBe('again')
    expect(sendingOf({ [SEND_AGAIN_HEADER]: '0' })).toBe('first')
    expect(sendingOf({})).toBe('first')
  })
})
