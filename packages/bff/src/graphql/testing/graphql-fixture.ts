import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { afterEach, beforeEach } from 'vitest'
import { asAccessToken, asPrincipalId, asSessionDigest, asSessionId } from '@counterfoil/oauth/testing/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { EMPTY_ACTIVITY_HISTORY } from '#connections/activity-history.ts'
import type { Passage } from '#limits/gate.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createBodyBudget } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import type { AccessTokenResult } from '#refresh/token-use.ts'
import { createGraphqlListener } from '../graphql-responder.ts'
import { createCommandSender } from '../command-sender.ts'
import type { IdempotencyRecords, SealedRecord } from '../idempotency-records-store.ts'
import { createProviderCaller } from '../provider-call.ts'
import type { ProviderCallDeps } from '#graphql/graphql-ports.ts'
import { createGraphqlUpstream } from '../graphql-upstream-client.ts'
import type { GraphqlUpstream } from '../graphql-upstream.ts'

interface Current {
  world: World
}

/** The listener and the provider of the test that runs. */
export const current = {} as Current

/** Starts a listener and a provider before each test, and ends them after it. */
export function startGraphqlWorld(): void {
  beforeEach(async () => {
    current.world = new World()
    await current.world.start()
  })
  afterEach(() => current.world.stop())
}

const QUERY = 'a'.repeat(64)

export const MUTATION = 'b'.repeat(64)

const OPERATIONS = {
  [QUERY]: { name: 'Q', kind: 'query' as const, scopes: ['user:read'], document: 'query Q { user { id } }' },
  [MUTATION]: { name: 'M', kind: 'mutation' as const, scopes: [], document: 'mutation M { x { ok } }' },
}

export const CONNECTION = {
  id: 'c1',
  principalId: 'p1',
  businessId: 'B1',
  scopes: ['user:read'],
  health: { state: 'connected', reason: null, sinceMs: 0, canRetryAtMs: null, failures: 0 },
  lastGoodAtMs: null,
  activityHistory: EMPTY_ACTIVITY_HISTORY,
} as unknown as ConnectionRecord

export const UNAUTHENTICATED =
  '{"errors":[{"message":"x","extensions":{"code":"UNAUTHENTICATED"}}],"data":null}'

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly raw: Buffer
  /** False if the connection was cut before the end of the answer. */
  readonly isWhole: boolean
}

/** The records have their own test, with a store. */
const NO_RECORDS: IdempotencyRecords = {
  begin: async () => ({ kind: 'begun', mine: 'mine' as SealedRecord }),
  renew: async () => true,
  settle: async () => undefined,
  release: async () => undefined,
  reseal: async () => [],
}

/** The proxy with a real provider socket behind it; sessions and tokens are given. */
export class World {
  answerUpstream: (req: IncomingMessage, res: ServerResponse, body: string) => void = (_req, res) =>
    sendJson(res, '{"data":{}}')
  readonly upstreamRequests: { headers: IncomingMessage['headers']; body: string }[] = []
  readonly events: ConnectionEvent[] = []
  readonly renewals: string[] = []
  token: AccessTokenResult = { kind: 'use', accessToken: asAccessToken('old'), connection: CONNECTION }
  renewed: AccessTokenResult = { kind: 'use', accessToken: asAccessToken('new'), connection: CONNECTION }
  isAllowed = true
  limitName = 'graphql'
  sessionKnown = true
  readonly logLines: string[] = []
  passage: Passage = { kind: 'go' }
  url = ''
  /** Longer than any test, so that only the tested behaviour ends a call. */
  timeoutMs = 600_000
  private upstream: GraphqlUpstream | undefined
  private readonly servers: ReturnType<typeof createServer>[] = []

  async start(
    options: {
      maxConcurrentPerSession?: number
      maxCalls?: number
      maxBodiesBytes?: number
    } = {},
  ): Promise<void> {
    const provider = await this.listen((req, res) => {
      let body = ''
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.on('end', () => {
        this.upstreamRequests.push({ headers: req.headers, body })
        this.answerUpstream(req, res, body)
      })
    })
    this.upstream = createGraphqlUpstream({
      url: `${provider}/graphql/public`,
      timeoutMs: this.timeoutMs,
      totalTimeoutMs: 600_000,
      maxConnections: 8,
      ...(options.maxCalls === undefined ? {} : { maxCalls: options.maxCalls }),
    })
    const logger = createLogger({
      name: 'test',
      level: 'debug',
      destination: { write: (line) => void this.logLines.push(line) },
    })
    const reach: Pick<ProviderCallDeps, 'tokens' | 'connections' | 'clock'> = {
      tokens: {
        get: async (_id, principalId) => ((await principalId) === 'p1' ? this.token : { kind: 'missing' }),
        renew: async (_id, stale) => {
          this.renewals.push(stale)
          return this.renewed
        },
      },
      connections: {
        report: async (_id, event) => void this.events.push(event),
        use: async () => undefined,
      },
      clock: Date.now,
    }
    const callProvider = createProviderCaller({
      ...reach,
      upstream: this.upstream,
      refusals: exampleProfile().refusals,
      allowance: { enter: async () => this.passage },
      metrics: { replay: () => {} },
    })
    const concurrency = createConcurrencyLimit(options.maxConcurrentPerSession ?? 10)
    this.url = await this.listen(
      createGraphqlListener({
        publicUrl: 'http://localhost:3000',
        operations: OPERATIONS,
        checkRules: createRequestRules({
          guardOrigin: createOriginGuard({
            ...{ publicUrl: 'http://localhost:3000', logger, mayLog: () => true },
            metrics: { refusedRequest: () => {} },
          }),
          trustedProxies: 0,
          maxBodyBytes: 10_000,
          bodies: createBodyBudget(options.maxBodiesBytes ?? 1_000_000, 0),
          concurrency: { graphql: concurrency, api: concurrency },
          sessionDigestOf: ({ headers: { cookie } }) =>
            cookie === 'sid=1' ? asSessionDigest('h1') : undefined,
          hasOurCookie: ({ cookie }) => cookie === 'sid=1',
          limits: {
            consume: async (name) => ({
              allowed: this.isAllowed || name !== this.limitName,
              retryAtMs: Date.now() + 2500,
            }),
          },
          clock: Date.now,
        }),
        callProvider,
        sendCommand: createCommandSender({
          ...{ records: NO_RECORDS, callProvider, clock: Date.now },
          wait: () => new Promise(() => undefined),
        }),
        ...reach,
        sessions: {
          read: async ({ headers: { cookie } }) =>
            this.sessionKnown && cookie === 'sid=1'
              ? {
                  ...{ id: asSessionId('s1'), sessionDigest: asSessionDigest('h1') },
                  ...{ principalId: asPrincipalId('p1'), startedAtMs: 0 },
                }
              : undefined,
          touch: async () => {},
        },
        logger,
        metrics: { graphql: () => {} },
      }),
    )
  }

  async stop(): Promise<void> {
    await this.upstream?.close()
    for (const server of this.servers) {
      server.closeAllConnections()
      server.close()
    }
  }

  private async listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    this.servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  open(body: string | Buffer, headers: Record<string, string | undefined> = {}, method = 'POST') {
    const all: Record<string, string | undefined> = {
      cookie: 'sid=1',
      'content-type': 'application/json',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'x-counterfoil-request': '1',
      'x-counterfoil-connection': 'c1',
      ...headers,
    }
    const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const req = request(`${this.url}/graphql`, {
      method,
      headers: known as Record<string, string>,
      agent: false,
    })
    req.end(body)
    return req
  }

  async ask(
    options: {
      hash?: string
      body?: string
      headers?: Record<string, string | undefined>
      method?: string
    } = {},
  ): Promise<Answer> {
    const req = this.open(options.body ?? persisted(options.hash), options.headers, options.method)
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    res.on('data', (chunk: Buffer) => chunks.push(chunk))
    const isWhole = await new Promise<boolean>((resolve) => {
      res.once('end', () => resolve(res.complete))
      res.once('error', () => resolve(false))
    })
    const raw = Buffer.concat(chunks)
    return { status: res.statusCode ?? 0, headers: res.headers, body: raw.toString(), raw, isWhole }
  }
}

export function persisted(hash = QUERY): string {
  return JSON.stringify({
    variables: { id: 'B1' },
    extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
  })
}

export function sendJson(
  res: ServerResponse,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  res.end(body)
}

export const codeOf = (answer: Answer): unknown => (JSON.parse(answer.body) as { code?: unknown }).code
