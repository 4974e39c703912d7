import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clearTokens, createFakeGrants, type Rotation } from './fake-grants.ts'
import { cut, HttpAnswer, oauthError, readBody, send } from './fake-http.ts'

export type FakeEndpoint = 'authorize' | 'token' | 'revoke' | 'graphql' | 'metadata'

/** What a fake endpoint does instead of its right answer. */
export type FakeBehaviour =
  /** Any answer at all: an HTML page, broken JSON, a 500 … Text is sent as it is. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: unknown
      readonly headers?: Record<string, string>
    }
  /** Does its work, then answers only when `until` has resolved: a slow provider without a clock. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Waits for `until` before it does anything. */
  | { readonly kind: 'hold-before'; readonly until: Promise<unknown> }
  /** Does its work and closes the connection without an answer: the answer was lost on the way. */
  | { readonly kind: 'lose-answer' }
  /** Closes the connection and does nothing. */
  | { readonly kind: 'drop' }
  /** Sends the first `bytes` of the right answer, then breaks the connection. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Reads the request and never answers. */
  | { readonly kind: 'silent' }

export type FakeCall = {
  readonly endpoint: FakeEndpoint
  readonly method: string
  readonly headers: IncomingMessage['headers']
  /** The query of authorize, the form of token and revoke. */
  readonly fields: Readonly<Record<string, string>>
  /** The body as it was received. */
  readonly body: string
  /** False when the caller went away before the answer ended. */
  finished: boolean
  /** Resolves when the answer ended or the caller went away. */
  readonly closed: Promise<void>
}

/** Who answers the next authorize request, and how. */
export type FakePerson = {
  readonly userId: string
  readonly email: string
  /** Absent: the tokens cover all businesses. */
  readonly businessId?: string
  readonly businessName?: string
  /** By default the scope that was asked for. */
  readonly scope?: string
  /** Sent back as `error` instead of a code. */
  readonly error?: string
  readonly errorDescription?: string
}

export type FakeOptions = {
  readonly clientId?: string
  readonly clientSecret?: string
  /**
   * Give a new refresh token with every refresh. `true`: the previous one dies when the new one is first used;
   * `at_once`: it dies at once, and using or revoking it ends everything of its grant.
   */
  readonly rotate?: Rotation
  readonly accessTokenSeconds?: number
  /** Sent as `iss` with every authorize answer and advertised in the metadata. */
  readonly issuer?: boolean
  /** Answers 404 for the metadata, as a provider without RFC 8414 does. */
  readonly withoutMetadata?: boolean
  readonly host?: string
}

/** A provider of the interface on a loopback socket, right by default and wrong on demand. */
export type FakeProvider = {
  /** Base address of the authorization service. */
  readonly authUrl: string
  readonly graphqlUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly calls: readonly FakeCall[]
  callsOf(endpoint: FakeEndpoint): readonly FakeCall[]
  /** Queues a behaviour for the next call of `endpoint`; several calls queue several. */
  next(endpoint: FakeEndpoint, behaviour: FakeBehaviour): void
  /** From now on, until it is called again without a behaviour. */
  always(endpoint: FakeEndpoint, behaviour?: FakeBehaviour): void
  /** The person who answers authorize requests from now on. */
  person(person: Partial<FakePerson>): void
  /** A code as if `person` had allowed access, for a callback without a browser. */
  issueCode(request: { redirectUri: string; scope: string; challenge?: string }): string
  /** Is this access or refresh token alive here? */
  isAlive(token: string): boolean
  /** Access and refresh tokens that are alive now. */
  aliveTokens(): readonly string[]
  /** Every token and code ever issued here, to search logs and dumps for. */
  issuedSecrets(): readonly string[]
  /** All access tokens stop working, as if they had expired or been removed; refresh tokens live on. */
  killAccessTokens(): void
  /** Access is withdrawn: every token of every grant is dead and a refresh answers `invalid_grant`. */
  withdrawAccess(): void
  /** A refresh answers 403, GraphQL answers FORBIDDEN with `subscription_inactive`. */
  setPlanEnded(ended: boolean): void
  setRotation(rotate: Rotation): void
  setAccessTokenSeconds(seconds: number): void
  /** Answers GraphQL calls of a live token; by default the current user and one business. */
  onGraphql(resolve: (request: { query: string; variables: unknown; grant: FakePerson }) => unknown): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a scriptable provider. Nothing in it waits for a clock. */
export async function startFakeProvider(options: FakeOptions = {}): Promise<FakeProvider> {
  const clientId = options.clientId ?? 'fake-client'
  const clientSecret = options.clientSecret ?? 'fake-client-secret-of-enough-length'
  const calls: FakeCall[] = []
  const queued = new Map<FakeEndpoint, FakeBehaviour[]>()
  const standing = new Map<FakeEndpoint, FakeBehaviour>()
  const grants = createFakeGrants({
    rotate: options.rotate ?? false,
    accessTokenSeconds: options.accessTokenSeconds ?? 7200,
  })
  let person: FakePerson = {
    userId: Buffer.from('User:11111111-1111-4111-8111-111111111111').toString('base64'),
    email: 'fake@harbour.example',
    businessId: Buffer.from('Business:22222222-2222-4222-8222-222222222222').toString('base64'),
    businessName: 'Fake & Co',
  }
  let resolveGraphql = (request: { query: string; variables: unknown; grant: FakePerson }): unknown => ({
    data: {
      user: { id: request.grant.userId, defaultEmail: request.grant.email },
      business: { id: request.grant.businessId ?? null, name: request.grant.businessName ?? null },
    },
  })

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

  const issueCode: FakeProvider['issueCode'] = (request) => grants.issueCode(request, person)

  function authorize(call: FakeCall): HttpAnswer {
    const { redirect_uri: redirectUri = '', scope = '', state, code_challenge: challenge } = call.fields
    const target = new URL(redirectUri)
    if (person.error === undefined) {
      target.searchParams.set('code', issueCode({ redirectUri, scope, ...(challenge ? { challenge } : {}) }))
    } else {
      target.searchParams.set('error', person.error)
      if (person.errorDescription) target.searchParams.set('error_description', person.errorDescription)
    }
    if (state !== undefined) target.searchParams.set('state', state)
    if (options.issuer === true) target.searchParams.set('iss', authUrl)
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
      resolveGraphql({ query: request.query, variables: request.variables, grant: grant.person }),
    )
  }

  function metadata(): HttpAnswer {
    if (options.withoutMetadata === true) throw new HttpAnswer(404, 'Not found')
    return new HttpAnswer(200, {
      issuer: authUrl,
      authorization_endpoint: `${authUrl}/oauth2/authorize/`,
      token_endpoint: `${authUrl}/oauth2/token/`,
      revocation_endpoint: `${authUrl}/oauth2/token-revoke/`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...(options.issuer === true ? { authorization_response_iss_parameter_supported: true } : {}),
    })
  }

  const work: Record<FakeEndpoint, (call: FakeCall) => HttpAnswer | Promise<HttpAnswer>> = {
    authorize,
    token,
    revoke,
    graphql,
    metadata,
  }
  const doWork = async (call: FakeCall): Promise<HttpAnswer> => {
    try {
      return await work[call.endpoint](call)
    } catch (error) {
      if (error instanceof HttpAnswer) return error
      throw error
    }
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://fake')
    const endpoint = endpointOf(url.pathname)
    if (endpoint === undefined) return send(res, new HttpAnswer(404, 'Not found'))
    const body = await readBody(req)
    const text = req.method === 'GET' ? url.search : body
    const fields = endpoint === 'graphql' ? {} : Object.fromEntries(new URLSearchParams(text))
    let finished = (): void => undefined
    const closed = new Promise<void>((resolve) => (finished = resolve))
    const call: FakeCall = {
      ...{ endpoint, method: req.method ?? '', headers: req.headers, fields, body },
      ...{ finished: false, closed },
    }
    res.on('close', () => {
      call.finished = res.writableFinished
      finished()
    })
    calls.push(call)
    const behaviour = queued.get(endpoint)?.shift() ?? standing.get(endpoint)
    if (behaviour === undefined) return send(res, await doWork(call))
    switch (behaviour.kind) {
      case 'answer':
        return send(res, new HttpAnswer(behaviour.status, behaviour.body, behaviour.headers))
      case 'hold': {
        const answer = await doWork(call)
        await behaviour.until
        return send(res, answer)
      }
      case 'hold-before':
        await behaviour.until
        return send(res, await doWork(call))
      case 'lose-answer':
        await doWork(call)
        return void res.destroy()
      case 'drop':
        return void res.destroy()
      case 'cut':
        return cut(res, await doWork(call), behaviour.bytes)
      case 'silent':
        return undefined
    }
  }

  const server = createServer((req, res) => {
    serve(req, res).catch((error: unknown) => {
      res.statusCode = 500
      res.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, options.host ?? '127.0.0.1', resolve))
  const authUrl = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return {
    ...{ authUrl, graphqlUrl: `${authUrl}/graphql/public`, clientId, clientSecret, calls, issueCode },
    callsOf: (endpoint) => calls.filter((call) => call.endpoint === endpoint),
    next: (endpoint, behaviour) => void queued.set(endpoint, [...(queued.get(endpoint) ?? []), behaviour]),
    always: (endpoint, behaviour) =>
      void (behaviour === undefined ? standing.delete(endpoint) : standing.set(endpoint, behaviour)),
    person: (changes) => void (person = { ...person, ...changes }),
    isAlive: (text) =>
      grants.all().some((grant) => grant.accessTokens.has(text) || grant.refreshTokens.has(text)),
    aliveTokens: () => grants.all().flatMap((grant) => [...grant.accessTokens, ...grant.refreshTokens]),
    issuedSecrets: grants.issuedSecrets,
    killAccessTokens: () => grants.all().forEach((grant) => grant.accessTokens.clear()),
    withdrawAccess: () =>
      grants.all().forEach((grant) => {
        grant.ended = true
        clearTokens(grant)
      }),
    setPlanEnded: (ended) => grants.all().forEach((grant) => (grant.planEnded = ended)),
    setRotation: grants.setRotation,
    setAccessTokenSeconds: grants.setAccessTokenSeconds,
    onGraphql: (resolve) => void (resolveGraphql = resolve),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function endpointOf(path: string): FakeEndpoint | undefined {
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
