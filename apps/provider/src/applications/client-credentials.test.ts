import { describe, expect, it } from 'vitest'
import { readFormFields } from '#http/form-body.ts'
import { readClientCredentials } from './client-credentials.ts'

const read = (authorization: string | undefined, body = '') =>
  readClientCredentials(authorization, readFormFields(body))
const basic = (pair: string) => `Basic ${btoa(pair)}`

describe(readClientCredentials, () => {
  it('reads the form', () => {
    expect(read(undefined, 'client_id=a&client_secret=b%2Bc')).toEqual({
      kind: 'credentials',
      clientId: 'a',
      secret: 'b+c',
      method: 'client_secret_post',
    })
  })

  it('reads HTTP Basic, form-decoding both halves, and splits at the first colon', () => {
    expect(read(basic('a:b%3Ac%20d+e'))).toMatchObject({
      clientId: 'a',
      secret: 'b:c d e',
      method: 'client_secret_basic',
    })
    expect(read(basic('a:b:c'))).toMatchObject({ clientId: 'a', secret: 'b:c' })
    expect(read(basic('a:100%'))).toMatchObject({ secret: '100%' })
    expect(read(`bASIC  ${btoa('a:b')}`)).toMatchObject({ clientId: 'a' })
  })

  it('takes client_id beside Basic when it is the same', () => {
    expect(read(basic('a:b'), 'client_id=a')).toMatchObject({ kind: 'credentials' })
    expect(read(basic('a:b'), 'client_id=c')).toMatchObject({
      kind: 'malformed',
      reason: 'client_id_differs',
    })
    expect(read(basic('a:b'), 'client_secret=b')).toMatchObject({
      kind: 'malformed',
      reason: 'client_credentials_twice',
    })
  })

  it('refuses repeated credentials', () => {
    expect(read(undefined, 'client_id=a&client_id=a&client_secret=b')).toMatchObject({ kind: 'malformed' })
    expect(read(basic('a:b'), 'client_secret=&client_secret=')).toMatchObject({ kind: 'malformed' })
  })

  it.each([
    [undefined, '', 'client_id_missing'],
    [undefined, 'client_id=a', 'client_secret_missing'],
    [undefined, 'client_id=a&client_secret=', 'client_secret_missing'],
    [undefined, 'client_id=%00&client_secret=b', 'client_unknown'],
    ['Bearer x', 'client_id=a&client_secret=b', 'authorization_header_unreadable'],
    ['Basic', '', 'authorization_header_unreadable'],
    ['Basic ***', '', 'authorization_header_unreadable'],
    [`Basic ${btoa('no colon')}`, '', 'authorization_header_unreadable'],
    [`Basic ${btoa(':x')}`, '', 'client_unknown'],
  ])('finds them missing: %s %s', (authorization, body, reason) => {
    expect(read(authorization, body)).toMatchObject({ kind: 'missing', reason })
  })
})
