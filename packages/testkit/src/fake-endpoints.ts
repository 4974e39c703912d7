import type { FakeCall, FakeEndpoint } from './fake-behaviour.ts'
import type { FakeGrants, FakePerson } from './fake-grants.ts'
import { HttpAnswer, oauthError } from './fake-http.ts'

export type GraphqlRequest = { query: string; variables: unknown; grant: FakePerson }

/** Shared state of the endpoints of one fake provider. Changeable values are functions. */
export type FakeService = {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: boolean
  readonly withoutMetadata: boolean
  readonly grants: FakeGrants
  authUrl(): string
  person(): FakePerson
  resolveGraphql(request: GraphqlRequest): unknown
}

/** The right answers of the interface, one per endpoint. */
export function createFakeEndpoints(service: FakeService): (call: FakeCall) => Promise<HttpAnswer> {
  const { clientId, clientSecret, grants } = service

  function checkClient(call: FakeCall): void {
    const basic = call.headers.authorization?.startsWith('Basic ')
      ? Buffer.from(call.headers.authorization.slice(6), 'base64')
          .toString()
          .split(':')
          .map(decodeURIComponent)
      : undefined
    const id = basic?.[0] ?? call.fields['client_id']
    const secret = basic?.[1] ?? call.fields['client_secret']
    if (id !== clientId || secret !== clientSecret) throw oauthError(401, 'invalid_client')
  }

  async function token(call: FakeCall): Promise<HttpAnswer> {
    checkClient(call)
    const body =
      call.fields['grant_type'] === 'authorization_code'
        ? await grants.exchange(call.fields)
        : call.fields['grant_type'] === 'refresh_token'
          ? grants.refresh(call.fields)
          : undefined
    if (body === undefined) throw oauthError(400, 'unsupported_grant_type')
    return new HttpAnswer(200, body, { 'cache-control': 'no-store' })
  }

  function revoke(call: FakeCall): HttpAnswer {
    checkClient(call)
    grants.revoke(call.fields['token'] ?? '')
    return new HttpAnswer(200, {})
  }

  function authorize(call: FakeCall): HttpAnswer {
    const { redirect_uri: redirectUri = '', scope = '', state, code_challenge: challenge } = call.fields
    const target = new URL(redirectUri)
    const person = service.person()
    if (person.error === undefined) {
      const request = { redirectUri, scope, ...(challenge ? { challenge } : {}) }
      target.searchParams.set('code', grants.issueCode(request, person))
    } else {
      target.searchParams.set('error', person.error)
      if (person.errorDescription) target.searchParams.set('error_description', person.errorDescription)
    }
    if (state !== undefined) target.searchParams.set('state', state)
    if (service.issuer) target.searchParams.set('iss', service.authUrl())
    return new HttpAnswer(303, '', { location: target.href })
  }

  function graphql(call: FakeCall): HttpAnswer {
    const bearer = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? ''
    const grant = grants.findByAccessToken(bearer)
    if (grant === undefined) {
      const body = { errors: [{ message: 'No valid token.', extensions: { code: 'UNAUTHENTICATED' } }] }
      throw new HttpAnswer(401, body, { 'www-authenticate': 'Bearer error="invalid_token"' })
    }
    if (grant.planEnded) {
      const extensions = { code: 'FORBIDDEN', reason: 'subscription_inactive' }
      throw new HttpAnswer(200, { data: null, errors: [{ message: 'The plan is not active.', extensions }] })
    }
    const request = JSON.parse(call.body) as { query: string; variables?: unknown }
    return new HttpAnswer(
      200,
      service.resolveGraphql({ query: request.query, variables: request.variables, grant: grant.person }),
    )
  }

  function metadata(): HttpAnswer {
    const authUrl = service.authUrl()
    if (service.withoutMetadata) throw new HttpAnswer(404, 'Not found')
    return new HttpAnswer(200, {
      issuer: authUrl,
      authorization_endpoint: `${authUrl}/oauth2/authorize/`,
      token_endpoint: `${authUrl}/oauth2/token/`,
      revocation_endpoint: `${authUrl}/oauth2/token-revoke/`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...(service.issuer ? { authorization_response_iss_parameter_supported: true } : {}),
    })
  }

  const work: Record<FakeEndpoint, (call: FakeCall) => HttpAnswer | Promise<HttpAnswer>> = {
    authorize,
    token,
    revoke,
    graphql,
    metadata,
  }
  return async (call) => {
    try {
      return await work[call.endpoint](call)
    } catch (error) {
      if (error instanceof HttpAnswer) return error
      throw error
    }
  }
}

/** Returns the endpoint of a path, with or without a trailing slash; undefined if there is none. */
export function endpointOf(path: string): FakeEndpoint | undefined {
  switch (path.replace(/\/$/, '')) {
    case '/oauth2/authorize':
      return 'authorize'
    case '/oauth2/token':
      return 'token'
    case '/oauth2/token-revoke':
      return 'revoke'
    case '/graphql/public':
      return 'graphql'
    case '/.well-known/oauth-authorization-server':
      return 'metadata'
    default:
      return undefined
  }
}
