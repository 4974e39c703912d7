import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { behave, type FakeBehaviour, type FakeCall, type FakeEndpoint } from './fake-behaviour.ts'
import { createFakeEndpoints, endpointOf, type GraphqlRequest } from './fake-endpoints.ts'
import { clearTokens, createFakeGrants, type FakePerson, type Rotation } from './fake-grants.ts'
import { HttpAnswer, readBody, send } from './fake-http.ts'

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
  /** Removes all calls from the lists. */
  forgetCalls(): void
  /** Queues a behaviour for the next call of `endpoint`; several calls queue several. */
  next(endpoint: FakeEndpoint, behaviour: FakeBehaviour): void
  /** Sets the behaviour of all following calls of `endpoint`; without a behaviour, the normal one again. */
  always(endpoint: FakeEndpoint, behaviour?: FakeBehaviour): void
  /** Sets the person who answers authorize requests from now on. */
  person(person: Partial<FakePerson>): void
  /** A code as if `person` had allowed access, for a callback without a browser. */
  issueCode(request: { redirectUri: string; scope: string; challenge?: string }): string
  /** Returns true if this access or refresh token is valid. */
  isAlive(token: string): boolean
  aliveTokens(): readonly string[]
  /** Returns the valid tokens of one person, for one business or for all. */
  aliveTokensOf(userId: string, businessId?: string): readonly string[]
  /** Every token and code ever issued here, to search logs and dumps for. */
  issuedSecrets(): readonly string[]
  /** Makes all access tokens invalid, as if they had expired or been removed; refresh tokens stay valid. */
  killAccessTokens(): void
  /** Withdraws access: every token of every grant is invalid, and a refresh is answered with `invalid_grant`. */
  withdrawAccess(): void
  /** A refresh answers 403, GraphQL answers FORBIDDEN with `subscription_inactive`. */
  setPlanEnded(ended: boolean): void
  setRotation(rotate: Rotation): void
  setAccessTokenSeconds(seconds: number): void
  /** Answers GraphQL calls of a live token; by default the current user and one business. */
  onGraphql(resolve: (request: GraphqlRequest) => unknown): void
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
  let resolveGraphql = (request: GraphqlRequest): unknown => ({
    data: {
      user: { id: request.grant.userId, defaultEmail: request.grant.email },
      business: { id: request.grant.businessId ?? null, name: request.grant.businessName ?? null },
    },
  })

  const answer = createFakeEndpoints({
    ...{ clientId, clientSecret, grants },
    issuer: options.issuer === true,
    withoutMetadata: options.withoutMetadata === true,
    authUrl: () => authUrl,
    person: () => person,
    resolveGraphql: (request) => resolveGraphql(request),
  })

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
      ...{ finished: false, closedAtMs: undefined, closed },
    }
    res.on('close', () => {
      call.finished = res.writableFinished
      call.closedAtMs = performance.now()
      finished()
    })
    calls.push(call)
    await behave(res, queued.get(endpoint)?.shift() ?? standing.get(endpoint), () => answer(call))
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
    ...{ authUrl, graphqlUrl: `${authUrl}/graphql/public`, clientId, clientSecret, calls },
    issueCode: (request) => grants.issueCode(request, person),
    callsOf: (endpoint) => calls.filter((call) => call.endpoint === endpoint),
    forgetCalls: () => void calls.splice(0),
    next: (endpoint, behaviour) => void queued.set(endpoint, [...(queued.get(endpoint) ?? []), behaviour]),
    always: (endpoint, behaviour) =>
      void (behaviour === undefined ? standing.delete(endpoint) : standing.set(endpoint, behaviour)),
    person: (changes) => void (person = { ...person, ...changes }),
    isAlive: (text) =>
      grants.all().some((grant) => grant.accessTokens.has(text) || grant.refreshTokens.has(text)),
    aliveTokens: () => grants.all().flatMap((grant) => [...grant.accessTokens, ...grant.refreshTokens]),
    aliveTokensOf: (userId, businessId) =>
      grants
        .all()
        .filter(({ person: owner }) => owner.userId === userId)
        .filter(({ person: owner }) => businessId === undefined || owner.businessId === businessId)
        .flatMap((grant) => [...grant.accessTokens, ...grant.refreshTokens]),
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
