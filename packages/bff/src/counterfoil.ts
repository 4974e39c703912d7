import { readFile } from 'node:fs/promises'
import { OperationManifestSchema, type OperationManifest } from '@counterfoil/bff-api/graphql'
import { readSettings } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { randomId } from '@counterfoil/service/values/random'
import {
  requestIdMiddleware,
  requestIdOf,
  type RequestId,
} from '@counterfoil/service/telemetry/request-id-middleware'
import type { Tracer } from '@counterfoil/service/telemetry/tracing'
import type { Application, Request, RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import { createMountedApp } from './app.ts'
import type { EngineConfig, Overrides } from './config.ts'
import type { ConnectionChange } from '#connections/connection-notice.ts'
import { isLiving, type ConnectionRecord } from '#connections/connection.ts'
import { deriveEngineKeys } from '#crypto/key-config.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId } from '#http/given-id.ts'
import { parseLimits } from '#limits/limits-config.ts'
import type { GraphqlDocument } from '#mount/document.ts'
import { createServerQuery } from '#mount/server-query.ts'
import { readTexts, SetupError, type SetupFault, type TextOptions } from '#mount/setup.ts'
import { errorMiddleware } from '#problems/error-middleware.ts'
import type { PersonOf } from '#principals/own-people.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import { claimStore } from '#redis/store-settings.ts'
import { refuseBeyond } from '#request-rules/request-rules.ts'
import { createEngine, type Engine } from './engine.ts'

export interface CounterfoilOptions extends TextOptions {
  /** The provider: `harbour({ … })` or `defineProvider({ … })`. */
  readonly provider: ProviderProfile
  /**
   * The operations that browsers may send: the file that `npx counterfoil operations src/` writes, or its content. Default: none.
   */
  readonly operations?: string | OperationManifest
  /**
   * Returns the person of a request by the app's own sign-in, or undefined; called at every request. Connections belong to that
   * person. Without this option, people are identified by the provider.
   */
  readonly person?: PersonOf | undefined
  /** The number of proxies in front that add to `X-Forwarded-For`; none by default. */
  readonly trustedProxies?: number
  /** Called once for each change, in the process that made it. An error that it throws is logged. */
  readonly onConnectionChange?: (
    connection: ChangedConnection,
    change: ConnectionChange,
  ) => void | Promise<void>
  /** A logger of pino. */
  readonly logger?: Logger
  readonly metrics?: Registry
  readonly tracer?: Tracer
  /** Replaceable parts for tests. */
  readonly overrides?: Pick<
    Overrides,
    'clock' | 'heartbeatMs' | 'storeAheadMs' | 'revokeEveryMs' | 'leaseMs' | 'onStep'
  >
}

export interface ChangedConnection {
  readonly id: string
  /** The id of the user at the provider. */
  readonly userId: string
  readonly businessId: string | null
  readonly businessName: string | null
  /** The person who owns the connection, if the app has its own sign-in. */
  readonly person?: string | undefined
}

export type QueryData = Readonly<Record<string, unknown>>
export type Variables = Readonly<Record<string, unknown>>

export interface Counterfoil {
  /** The routes of the engine. Mount them first: `app.use(books.routes)`. */
  readonly routes: Application
  /**
   * Sends a query or mutation to the provider for the person of `req`.
   * @throws an error with `code` and `status`; `outcome-unknown` for a mutation that may have been carried out
   */
  query(req: Request, document: GraphqlDocument, variables?: Variables): Promise<QueryData>
  /** Returns middleware for routes that need a connection: without one the request is refused. */
  connected(): RequestHandler
  /** Returns middleware that refuses requests from other sites; for routes of the app that change something. */
  sameOrigin(): RequestHandler
  /** Returns one connection for jobs, without a request of its person. It works in any process. */
  connection(id: string): {
    query(document: GraphqlDocument, variables?: Variables): Promise<QueryData>
    /** Disconnects the connection here and at the provider, for example before its person is deleted. */
    disconnect(): Promise<void>
  }
  /** Finishes the calls in flight, then closes everything. */
  close(): Promise<void>
}

const STORE_PATIENCE_MS = 5000
const HOUR_MS = 3_600_000
/** The name of a metric that every engine registers. */
const OWN_METRIC = 'counterfoil_http_request_seconds'

/**
 * Starts an engine; several may run in one process. It reads no environment, opens no port and handles no signals.
 * @throws SetupError with every fault at once, each with the line to change
 */
export async function counterfoil(options: CounterfoilOptions): Promise<Counterfoil> {
  const { config, operations } = await readOptions(options)
  const { logger, metrics, tracer, onConnectionChange, overrides } = options
  const reads = { operations, readFigures: refuseFigures }
  const engine: Engine = await createEngine(config, reads, {
    ...overrides,
    ...(logger === undefined ? {} : { logger }),
    registry: metrics,
    tracer,
    person: options.person,
    onConnectionChange: (record, change) => notify(record, change),
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= (async () => {
      engine.beginStop()
      await engine.close()
    })()
    return closed
  }
  await openStore(engine).catch(async (error: unknown) => {
    await close()
    throw error
  })

  function notify(
    { id, principalId, userId, businessId, businessName }: ConnectionRecord,
    change: ConnectionChange,
  ): void {
    const findPerson = async () =>
      engine.people && { person: (await engine.principals.findPerson(principalId))?.userId }
    void findPerson()
      .then((own) => onConnectionChange?.({ id, userId, businessId, businessName, ...own }, change))
      .catch((err: unknown) => engine.logger.error({ event: 'connection.change-unheard', change, err }))
  }
  return {
    routes: createMountedApp(engine),
    ...createAppSide(engine),
    sameOrigin: () => createSameOrigin(engine),
    close,
  }
}

/** Creates the functions for the app's own routes and jobs. */
function createAppSide(engine: Engine): Pick<Counterfoil, 'query' | 'connected' | 'connection'> {
  const { clock, limits, connections, reader } = engine
  const ask = createServerQuery({
    clock,
    callProvider: engine.callProvider,
    tokens: engine.accessTokens,
    refusals: engine.config.provider.refusals,
    newRequestId: () => randomId<RequestId>(),
  })
  const answer = errorMiddleware(engine)

  async function findOwn(req: Request) {
    await engine.people?.ask(req)
    const session = await reader.read(req)
    if (session === undefined) throw new BffError('session-ended')
    const living = (await connections.list(session.principalId)).filter(isLiving)
    const record = living.find(({ id }) => id === session.selectedConnectionId) ?? living[0]
    if (record === undefined) throw new BffError('connection-not-found')
    void connections.use(record)
    return { session, record }
  }
  return {
    async query(req, document, variables = {}) {
      const { session, record } = await findOwn(req)
      refuseBeyond(await limits.consume('graphql', session.sessionDigest), 'graphql', clock)
      const { id: connectionId, principalId } = record
      return ask({ connectionId, principalId, document, variables })
    },
    connected: () => async (req, res, next) => {
      identify(req, res, () => undefined)
      try {
        const { record } = await findOwn(req)
        if (record.health.state === 'reconnect') throw new BffError('reconnect-required')
      } catch (error) {
        return answer(error, req, res, next)
      }
      return next()
    },
    connection(id) {
      async function find() {
        const connectionId = parseConnectionId(id)
        const record = connectionId && (await connections.find(connectionId))
        if (record === undefined) throw new BffError('connection-not-found')
        return record
      }
      return {
        async query(document, variables = {}) {
          const { id: connectionId, principalId } = await find()
          return ask({ connectionId, principalId, document, variables })
        },
        async disconnect() {
          await engine.revocation.disconnect((await find()).id)
        },
      }
    },
  }
}

/** Refuses to read figures: only the app of this repository has them, and no address of a mounted engine leads here. */
const refuseFigures = (): never => {
  throw new BffError('not-found')
}

const identify = requestIdMiddleware()
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

function createSameOrigin(engine: Engine): RequestHandler {
  const answer = errorMiddleware(engine)
  return (req, res, next) => {
    if (READING.has(req.method)) return next()
    return identify(req, res, () => {
      try {
        engine.guardOrigin('form', { req, url: req.originalUrl, requestId: requestIdOf(res) })
      } catch (error) {
        return answer(error, req, res, next)
      }
      return next()
    })
  }
}

/** Waits for the store and claims it. @throws SetupError if it does not answer, or holds the connections of another provider */
async function openStore({ store, config }: Engine): Promise<void> {
  const [node] = config.redis.nodes
  const fault = (problem: string) => new SetupError([{ option: 'redis', message: `redis ${problem}.` }])
  const isThere = await store.untilReady(STORE_PATIENCE_MS).then(
    () => true,
    () => false,
  )
  if (!isThere)
    throw fault(`does not answer at ${node?.host}:${node?.port}; start it there, or write another address`)
  if (!(await claimStore(store.redis, config.provider.realm)))
    throw fault(
      "holds connections of another provider; write another database at the end of the address: 'redis://127.0.0.1:6379/1'",
    )
}

/** Reads and checks the options. @throws SetupError with every fault at once */
async function readOptions(options: CounterfoilOptions): Promise<{
  readonly config: EngineConfig
  readonly operations: OperationManifest
}> {
  const faults: SetupFault[] = []
  const collect = <Read>(read: () => Read): Read | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const texts = collect(() => readTexts(options))
  const operations = await readOperations(options.operations)
  if (operations === undefined)
    faults.push({
      option: 'operations',
      message:
        "operations is no list of operations; write operations: './operations.json' and run npx counterfoil operations src/.",
    })
  if (options.metrics?.getSingleMetric(OWN_METRIC) !== undefined)
    faults.push({
      option: 'metrics',
      message: 'metrics is the registry of another engine; write metrics: new Registry().',
    })
  if (options.person !== undefined && typeof options.person !== 'function')
    faults.push({
      option: 'person',
      message: 'person is no function; write person: (req) => req.session.userId.',
    })
  if (texts === undefined || operations === undefined || faults.length > 0) throw new SetupError(faults)
  const { secrets, ...read } = texts
  const config: EngineConfig = {
    ...read,
    ...deriveEngineKeys(secrets),
    ...DEFAULTS,
    provider: options.provider,
    limits: parseLimits(readSettings({})),
    trustedProxies: options.trustedProxies ?? 0,
  }
  return { config, operations }
}

const DEFAULTS = {
  sessionIdleMs: 8 * HOUR_MS,
  sessionAbsoluteMs: 168 * HOUR_MS,
  connectionUnusedMs: 2160 * HOUR_MS,
  tokenTimeoutMs: 10_000,
  upstreamTimeoutMs: 20_000,
  logLinesPerMinute: 300,
  sweepEveryMs: 60_000,
  hasBusinessPages: false,
  supportUrl: undefined,
  metricsToken: undefined,
  telemetry: undefined,
  logLevel: 'info',
} as const

/** Returns undefined if the value is no list of operations. */
async function readOperations(
  given: CounterfoilOptions['operations'],
): Promise<OperationManifest | undefined> {
  if (given === undefined) return {}
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(await readFile(given, 'utf8')) : given
    return OperationManifestSchema.parse(value)
  } catch {
    return undefined
  }
}
