import { asClientSecretDigest } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { readFormFields } from '#http/form-fields.ts'
import { proveClient, readClientCredentials } from './client-credentials.ts'
import { credentialsOf } from './token-endpoint.ts'
import { refuse } from './token-refusal.ts'

const read = (authorization: string | undefined, body = '') =>
  readClientCredentials(authorization, readFormFields(body))
const basic = (pair: string) => `Basic ${btoa(pair)}`

describe(readClientCredentials, () => {
  it('reads the form fields', () => {
    expect(read(undefined, 'client_id=a&client_secret=b%2Bc')).toEqual({
      kind: 'credentials',
      clientId: 'a',
      secret: 'b+c',
    })
  })

  it('reads HTTP Basic, form-decoding both halves, and splits at the first colon', () => {
    expect(read(basic('a:b%3Ac%20d+e'))).toMatchObject({
      clientId: 'a',
      secret: 'b:c d e',
    })
    expect(read(basic('a:b:c'))).toMatchObject({ clientId: 'a', secret: 'b:c' })
    expect(read(basic('a:100%'))).toMatchObject({ secret: '100%' })
    expect(read(`bASIC  ${btoa('a:b')}`)).toMatchObject({ clientId: 'a' })
  })

  it('accepts client_id beside Basic if both are equal', () => {
    expect(read(basic('a:b'), 'client_id=a')).toMatchObject({ kind: 'credentials' })
    expect(read(basic('a:b'), 'client_id=c')).toMatchObject({
      status: 400,
      reason: 'client_id_differs',
    })
    expect(read(basic('a:b'), 'client_secret=b')).toMatchObject({
      status: 400,
      reason: 'client_credentials_twice',
    })
  })

  it('refuses repeated credentials', () => {
    expect(read(undefined, 'client_id=a&client_id=a&client_secret=b')).toMatchObject({
      kind: 'refused',
      status: 400,
      error: 'invalid_request',
    })
    expect(read(basic('a:b'), 'client_secret=&client_secret=')).toMatchObject({
      kind: 'refused',
      status: 400,
      error: 'invalid_request',
    })
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
    expect(read(authorization, body)).toMatchObject({ status: 401, error: 'invalid_client', reason })
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
    expect(read('', 'client_id=a&client_secret=b')).toMatchObject({ clientId: 'a', secret: 'b' })
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

describe(proveClient, () => {
  const compare = (digests: readonly string[], sent: string) => {
    const compared: string[] = []
    const client = { secretDigests: digests.map(asClientSecretDigest) }
    const outcome = proveClient({ client }, asClientSecretDigest(sent), (one, other) => {
      compared.push(one)
      return one === other
    })
    return { fault: outcome.kind === 'refused' ? outcome.reason : undefined, compared }
  }

  it('compares every live secret through the given constant-time comparison, whether the application exists or not', () => {
    expect(compare(['a', 'b'], 'a')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'b')).toEqual({ fault: undefined, compared: ['a', 'b'] })
    expect(compare(['a', 'b'], 'c')).toEqual({ fault: 'client_secret_wrong', compared: ['a', 'b'] })
    expect(compare([], 'c')).toEqual({ fault: 'client_secret_wrong', compared: [] })
  })

  it('reports an unknown application to the log, and the usual refusal to the caller', () => {
    expect(proveClient(undefined, asClientSecretDigest('x'), () => true)).toMatchObject({
      status: 401,
      error: 'invalid_client',
      reason: 'client_unknown',
      detail: 'no application has this client_id',
    })
    const client = { secretDigests: [] as never[] }
    expect(proveClient({ client }, asClientSecretDigest('x'), () => true)).toEqual({
      kind: 'refused',
      status: 401,
      error: 'invalid_client',
      reason: 'client_secret_wrong',
      detail: 'client_secret is wrong',
    })
  })
})

it('returns the loaded data of the authenticated application', () => {
  const loaded = { client: { secretDigests: [asClientSecretDigest('a')] } }
  expect(proveClient(loaded, asClientSecretDigest('a'), (one, other) => one === other)).toEqual({
    kind: 'proved',
    loaded,
  })
})

describe(credentialsOf, () => {
  const fault = refuse('media_type')
  const sent = (body: string) => ({ authorization: undefined, form: readFormFields(body), fault })

  it('returns parsed credentials, even beside an unreadable body', () => {
    expect(credentialsOf({ ...sent(''), authorization: basic('a:b') })).toMatchObject({ clientId: 'a' })
  })

  it('reports the unreadable body instead of a missing client id', () => {
    expect(credentialsOf(sent(''))).toBe(fault)
    expect(credentialsOf({ ...sent(''), fault: undefined })).toEqual(refuse('client_id_missing'))
    expect(credentialsOf(sent('client_id=a'))).toEqual(refuse('client_secret_missing'))
  })

  it('reports contradicting credentials as an invalid request', () => {
    expect(credentialsOf(sent('client_id=a&client_id=b'))).toEqual(refuse('client_credentials_repeated'))
  })
})
