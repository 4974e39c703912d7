import { describe, expect, it } from 'vitest'
import type { ProviderDeclaration } from './declaration.ts'
import { defineProvider, ProviderProfileError } from './define-provider.ts'
import { meaningOf } from './provider-profile.ts'
import { graphql, idToken, tokenResponse, userinfo } from './sources.ts'

const OPEN_ID: ProviderDeclaration = {
  ...{ name: 'Ledger', clientId: 'client', clientSecret: 'secret', issuer: 'https://id.example/tenant' },
  scopes: { openid: null },
  identity: idToken(),
}
const { issuer: _, ...WITHOUT_ISSUER } = OPEN_ID

function faultsOf(declaration: object): readonly string[] {
  try {
    defineProvider(declaration as ProviderDeclaration)
  } catch (error) {
    if (error instanceof ProviderProfileError) return error.faults.map(({ code }) => code)
    throw error
  }
  return []
}

describe(defineProvider, () => {
  it('requires an issuer, scopes and an identity, and reads the metadata at the paths of both standards', () => {
    expect(defineProvider(OPEN_ID)).toMatchObject({
      ...{
        realm: 'https://id.example/tenant',
        credentials: 'auto',
        pkce: 'on',
        iss: 'auto',
        refresh: 'keeps',
      },
      metadataUrls: [
        'https://id.example/tenant/.well-known/openid-configuration',
        'https://id.example/.well-known/oauth-authorization-server/tenant',
      ],
      ...{ addresses: {}, scopes: ['openid'], graphql: undefined, business: undefined, offers: [] },
    })
  })

  it('accepts endpoint addresses instead of an issuer, and then reads no metadata', () => {
    const addresses = { authorize: 'https://id.example/authorize', token: 'https://id.example/token' }
    const profile = defineProvider({ ...WITHOUT_ISSUER, ...addresses, identity: tokenResponse('user_id') })
    expect(profile).toMatchObject({ addresses, metadataUrls: [], realm: 'https://id.example' })
  })

  it('uses the identity query also for the check-up', () => {
    const identity = graphql('{ me { id mail } }', { userId: 'me.id', email: 'me.mail' })
    const profile = defineProvider({ ...OPEN_ID, identity, graphql: { url: 'https://api.example/graphql' } })
    expect(profile.person).toEqual(identity)
  })

  it('reports all faults at once, each with the line to write, without the given values', () => {
    const faulty = {
      ...{ clientId: 'hunter2', clientSecret: 'hunter2', authorize: 'http://hunter2.example/authorize' },
      ...{
        scopes: { openid: 'hunter2', 'a b': null },
        identity: { from: 'hunter2' },
        pkce: 'hunter2',
        colour: 'hunter2',
      },
      ...{ authorizationParameters: { state: 'hunter2' }, graphql: { url: 'hunter2', perMinute: 0 } },
    }
    expect(new Set(faultsOf(faulty))).toEqual(
      new Set([
        ...['provider.name.missing', 'provider.authorize.invalid', 'provider.token.missing'],
        ...[
          'provider.scopes.openid.invalid',
          'provider.scopes.a b.invalid',
          'provider.identity.from.invalid',
        ],
        ...[
          'provider.pkce.invalid',
          'provider.colour.unknown',
          'provider.authorizationParameters.state.reserved',
        ],
        ...['provider.graphql.url.invalid', 'provider.graphql.perMinute.invalid'],
      ]),
    )
    const report = () => defineProvider(faulty as unknown as ProviderDeclaration)
    expect(report).not.toThrow(/hunter2/)
    expect(report).toThrow("name is missing; write name: 'Ledger'. (provider.name.missing)")
  })

  it.each<[string, object, string]>([
    ['no address at all', { ...WITHOUT_ISSUER, identity: tokenResponse('id') }, 'provider.issuer.missing'],
    [
      'a token address alone',
      { ...WITHOUT_ISSUER, identity: tokenResponse('id'), token: 'https://id.example/t' },
      'provider.authorize.missing',
    ],
    ['an id_token without openid', { ...OPEN_ID, scopes: {} }, 'provider.scopes.openid.missing'],
    [
      'a question without GraphQL',
      { ...OPEN_ID, identity: graphql('{ me { id } }', { userId: 'me.id' }) },
      'provider.graphql.missing',
    ],
    ['an address in the open', { ...OPEN_ID, issuer: 'http://id.example' }, 'provider.issuer.invalid'],
    [
      'an address with a password',
      { ...OPEN_ID, revoke: 'https://a:b@id.example' },
      'provider.revoke.invalid',
    ],
    [
      'words in two languages',
      { ...OPEN_ID, scopes: { openid: { en: 'x', de: 'x' } } },
      'provider.scopes.openid.fr.missing',
    ],
    ['a feature that does not exist', { ...OPEN_ID, offers: ['payroll'] }, 'provider.offers.0.invalid'],
  ])('refuses %s', (_name, declaration, code) => {
    expect(faultsOf(declaration)).toEqual([code])
  })

  it('refuses id_token and userinfo without an issuer', () => {
    const placed = { ...WITHOUT_ISSUER, authorize: 'https://id.example/a', token: 'https://id.example/t' }
    expect(faultsOf(placed)).toEqual(['provider.issuer.missing-for-id-token'])
    expect(faultsOf({ ...placed, identity: userinfo() })).toEqual(['provider.identity.url.missing'])
    expect(faultsOf({ ...placed, identity: userinfo({ url: 'https://api.example/me' }) })).toEqual([])
  })

  it.each([
    'http://127.0.0.1:9/i',
    'http://localhost:9',
    'http://provider:4000',
    'http://id.svc.cluster.local',
  ])('accepts %s, which stays in a private network', (issuer) => {
    expect(faultsOf({ ...OPEN_ID, issuer })).toEqual([])
  })
})

it('a refusal matches an answer only if all given members match', () => {
  const refusals = {
    planEnded: [{ at: 'token', status: 403, code: 'lapsed' }, { code: 'PLAN' }],
    ...{ rateLimited: [{ status: 420 }], gone: [{ status: 410 }] },
  } as const
  expect(meaningOf(refusals, { at: 'token', status: 403, code: 'lapsed' })).toBe('planEnded')
  expect(meaningOf(refusals, { at: 'api', status: 403, code: 'lapsed' })).toBeUndefined()
  expect(meaningOf(refusals, { at: 'api', code: 'PLAN' })).toBe('planEnded')
  expect(meaningOf(refusals, { at: 'token', status: 420 })).toBe('rateLimited')
  expect(meaningOf(refusals, { at: 'token', status: 410 })).toBe('gone')
})
