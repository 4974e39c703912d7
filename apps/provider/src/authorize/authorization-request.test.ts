import { describe, expect, it } from 'vitest'
import { readAuthorizationRequest } from './authorization-request.ts'

describe(readAuthorizationRequest, () => {
  it('reads known parameters, ignores others, and treats empty ones as absent', () => {
    const { parameters, repeated } = readAuthorizationRequest(
      'client_id=a%2Bb&scope=x+y&foo=1&foo=2&state=&redirect_uri',
    )
    expect(parameters).toEqual({ client_id: 'a+b', scope: 'x y' })
    expect(repeated).toEqual([])
  })

  it('ignores all values of a repeated parameter, even equal or empty ones', () => {
    expect(readAuthorizationRequest('scope=a&scope=a')).toMatchObject({ parameters: {}, repeated: ['scope'] })
    expect(readAuthorizationRequest('scope=&scope=')).toMatchObject({ repeated: ['scope'] })
    expect(readAuthorizationRequest('%73cope=a&scope=b')).toMatchObject({ repeated: ['scope'] })
    expect(readAuthorizationRequest('state=a&state=b').encodedState).toBeUndefined()
  })

  it.each([
    ['a%20b', 'a%20b'],
    ['a+b', 'a%20b'],
    ['%ff%00', '%FF%00'],
    ['%c3%a9', '%C3%A9'],
    ['~-._', '~-._'],
    ['50%', '50%25'],
    ['%zz', '%25zz'],
    ['a=b', 'a%3Db'],
  ])('keeps the bytes of state: %s', (sent, encoded) => {
    expect(readAuthorizationRequest(`state=${sent}`).encodedState).toBe(encoded)
  })

  it('parses any input without an exception', () => {
    for (const query of ['', '&', '=', '&&=&', '%', 'client_id=%', 'client_id=%ff%fe', '='.repeat(10_000)]) {
      expect(readAuthorizationRequest(query).repeated).toEqual([])
    }
    expect(readAuthorizationRequest('client_id=%ff').parameters.client_id).toBe('\uFFFD')
  })

  it('reads a name without a value, and none before an equals sign', () => {
    expect(readAuthorizationRequest('client_id&=c').parameters).toEqual({})
    expect(readAuthorizationRequest('client_id&client_id=c').repeated).toEqual(['client_id'])
    expect(readAuthorizationRequest('client_idd').parameters).toEqual({})
    expect(readAuthorizationRequest('client_idx=y').parameters).toEqual({})
  })

  it('returns no state if none was sent, or an empty one', () => {
    expect(readAuthorizationRequest('client_id=c').encodedState).toBeUndefined()
    expect(readAuthorizationRequest('state=').encodedState).toBeUndefined()
    expect(readAuthorizationRequest('state').encodedState).toBeUndefined()
  })
})
