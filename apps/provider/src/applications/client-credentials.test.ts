import { describe, expect, it } from 'vitest'
import { readFormFields } from '#http/form-fields.ts'
import { readClientCredentials } from './client-credentials.ts'

const read = (authorization: string | undefined, body = '') =>
  readClientCredentials(authorization, readFormFields(body))
const basic = (pair: string) => `Basic ${btoa(pair)}`

describe(readClientCredentials, () => {
  it('reads the form fields', () => {
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

  it('accepts client_id beside Basic if both are equal', () => {
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
  ])('reports missing credentials: %s %s', (authorization, body, reason) => {
    expect(read(authorization, body)).toMatchObject({ kind: 'missing', reason })
  })

  it.each([
    [undefined, '', 'client_id is missing'],
    [undefined, 'client_id=a', 'client_secret is missing'],
    [undefined, 'client_id=%00&client_secret=b', 'no application has this client_id'],
    ['Bearer x', '', 'the Authorization header is not HTTP Basic'],
    [undefined, 'client_id=a&client_id=b', 'client_id or client_secret was sent more than once'],
    [basic('a:b'), 'client_secret=b', 'credentials came in the Authorization header and in the form'],
    [basic('a:b'), 'client_id=c', 'client_id differs between the Authorization header and the form'],
  ])('explains the fault: %s %s', (authorization, body, detail) => {
    expect(read(authorization, body)).toMatchObject({ detail, reason: expect.stringMatching(/^\w+$/) })
  })

  it('reports repeated credentials as repeated', () => {
    expect(read(undefined, 'client_id=a&client_id=a')).toMatchObject({
      reason: 'client_credentials_repeated',
    })
    expect(read(undefined, 'client_id=a&client_secret=a&client_secret=b')).toMatchObject({
      reason: 'client_credentials_repeated',
    })
  })

  it('treats an empty Authorization header as none', () => {
    expect(read('', 'client_id=a&client_secret=b')).toMatchObject({ method: 'client_secret_post' })
  })

  it('decodes base64 in either alphabet, and allows nothing around it', () => {
    // A secret whose base64 contains both characters in which the alphabets differ.
    const pair = 'a:\u00ff\u00ef\u00be\u00bf'
    const standard = btoa(pair)
    expect(standard).toMatch(/\+|\//)
    const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_')
    expect(read(`Basic ${urlSafe}`)).toEqual(read(`Basic ${standard}`))
    expect(read(`Basic ${standard}  `)).toMatchObject({ kind: 'credentials' })
    for (const header of [
      `x Basic ${standard}`,
      `Basic ${standard} x`,
      `Basic${standard}`,
      'Basic a',
      `Basic a=b`,
    ])
      expect(read(header)).toMatchObject({ reason: 'authorization_header_unreadable' })
  })

  it('rejects a client id that is too long or has other characters', () => {
    expect(read(undefined, `client_id=${'a'.repeat(200)}&client_secret=b`)).toMatchObject({
      kind: 'credentials',
    })
    for (const id of ['a'.repeat(201), 'a%20', '%20a', 'a.b'])
      expect(read(undefined, `client_id=${id}&client_secret=b`)).toMatchObject({ reason: 'client_unknown' })
  })
})
