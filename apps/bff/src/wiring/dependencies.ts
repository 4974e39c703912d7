import { setMaxListeners } from 'node:events'
import type { ServerOptions } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger, type Logger } from '@counterfoil/service/logger'
import { systemClock, type Clock } from '@counterfoil/service/clock'
import { createMetrics } from '@counterfoil/service/metrics'
import { randomId } from '@counterfoil/service/random'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { Agent } from 'undici'
import type { BrowserId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { joinConnect } from './connect.ts'
import { joinConnections } from './connections.ts'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { joinLeaving } from './leave.ts'
import { createProviderAllowance } from '#limits/provider-allowance-store.ts'
import { createBffMetrics } from '#operations/bff-metrics.ts'
import { loadWebBuild, type WebBuild } from '#pages/web-build-files.ts'
import { createStoreTime } from '#redis/store-time.ts'
import { createRedisClient } from '#redis/redis-client.ts'
import { checkStoreSettings } from '#redis/store-settings-store.ts'
import { createReplication } from '#redis/replication-store.ts'
import { joinSessions } from './sessions.ts'
import { createSessionViews } from '#api/session-view.ts'
import { joinRequestRules } from './request-rules.ts'
import { createTelemetry } from './telemetry.ts'
import type { RefreshStep } from '#refresh/refresh-ports.ts'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import { joinBackground } from './background.ts'
import type { Config } from '../config.ts'

/** What a test may replace. */
export interface Overrides {
  readonly logger?: Logger
  readonly clock?: Clock
  /** How much later than it is the store's clock shall be. */
  readonly storeAheadMs?: () => number
  readonly web?: WebBuild
  /** Other limits of the listener than ours. */
  readonly server?: ServerOptions
  /** How long a refresh lock lasts without renewal. */
  readonly leaseMs?: number
  readonly heartbeatMs?: number
  readonly revokeEveryMs?: number
  /** How long a whole answer of the provider may take. */
  readonly upstreamTotalMs?: number
  /** Given one round of the background work, for a test that says when. */
  readonly onBackground?: (round: () => Promise<void>) => void
  /** Called at every step of a refresh; a test may end the process there. */
  readonly onStep?: (step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

const HEARTBEAT_MS = 25_000
const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128

/**
 * Opens what the app needs and joins it. Nothing here waits for the store: without it the app answers 503.
 * @throws ConfigError when the web build is not there
 */
export async function createDependencies(config: Config, overrides: Overrides = {}) {
  const web = overrides.web ?? (await loadWebBuild(config.webDir))
  const logger = overrides.logger ?? createLogger({ name: 'bff', level: config.logLevel })
  const clock = overrides.clock ?? systemClock
  const random = Math.random
  const wait = (ms: number) => delay(ms)
  const stopping = new AbortController()
  // One listener per open stream.
  setMaxListeners(0, stopping.signal)
  const registry = createMetrics({ service: 'bff', process: config.metricsToken !== undefined })
  const metrics = createBffMetrics(registry)
  const telemetry = createTelemetry({ config, logger, clock })

  const store = createRedisClient(config.redis, {
    onCommand: telemetry?.onCommand,
    onEvent(event) {
      const isReady = event.event === 'store.ready' || event.event === 'store.answers-again'
      logger[isReady ? 'info' : 'warn'](event)
      metrics.storeReady(isReady)
      // Asked again after a failover: the new primary may be set up in another way.
      if (event.event === 'store.ready') void checkStore()
    },
  })
  async function checkStore(): Promise<void> {
    const faults = await checkStoreSettings(store.primaries(), config.redis.replicas)
    for (const fault of faults) logger.warn({ event: 'store.setting', ...fault })
  }
  const replication = createReplication({
    config: config.redis,
    redis: store.redis,
    clock,
    onUnsure() {
      metrics.storeUnreplicated()
      logger.warn({ event: 'store.unreplicated', replicas: config.redis.replicas })
    },
  })
  const storeTime = createStoreTime({ redis: store.redis, aheadMs: overrides.storeAheadMs })
  const box = createSealedBox(config.tokenKeys)
  const dispatcher = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const redirectUri = `${config.publicUrl}${BFF_PATHS.connectCallback}`
  const opened = {
    config,
    store,
    replication,
    box,
    dispatcher,
    redirectUri,
    metrics,
    logger,
    clock,
    storeTime,
    random,
    wait,
  }
  const upstream = createGraphqlUpstream({
    url: config.provider.graphqlUrl,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs: overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS,
    maxConnections: UPSTREAM_CONNECTIONS,
  })

  const forConnections = joinConnections({
    ...opened,
    startCall: telemetry?.startCall,
    leaseMs: overrides.leaseMs,
    onStep: overrides.onStep,
  })
  const { principals, connections, accessTokens, checkUp, events } = forConnections
  const forSessions = joinSessions({ ...opened, principals, events })
  const { changes, reader } = forSessions
  const forConnect = joinConnect({ ...opened, ...forConnections, changes, reader })
  const { attempts, connectResults } = forConnect
  const forLeaving = joinLeaving({ ...opened, ...forConnections, ...forSessions })
  const views = createSessionViews({
    cookies: forSessions.cookies,
    provider: config.provider,
    supportUrl: config.supportUrl,
    unusedMs: config.connectionUnusedMs,
    readReturning: forSessions.device.readReturning,
    readSession: reader.read,
    idleEndsAtMs: reader.idleEndsAtMs,
    findPerson: principals.findPerson,
    listConnections: connections.list,
    async findAttempt(attemptId) {
      try {
        return await attempts.find(attemptId)
      } catch (error) {
        // A page can do without it.
        if (error instanceof UnknownKeyError) return undefined
        throw error
      }
    },
    findConnectResult: connectResults.find,
    readConnectResult: forConnect.readConnectResult,
    csrfTokenOf: forSessions.csrfTokenOf,
    browserOf: forSessions.browserOf,
    newBrowserId: () => randomId() as BrowserId,
    onSeen: checkUp.checkUpDue,
  })

  const background = joinBackground({
    ...{ ...opened, ...forConnections, ...forSessions, ...forConnect },
    ...overrides,
    isStopping: () => stopping.signal.aborted,
  })

  return {
    ...opened,
    ...forConnections,
    ...forSessions,
    ...forConnect,
    ...forLeaving,
    web,
    registry,
    ...joinRequestRules({ ...opened, ...forSessions }),
    tracing: telemetry?.tracing,
    allowance: createProviderAllowance({
      ...{ redis: store.redis, clock, wait },
      limits: config.provider.graphqlLimits,
    }),
    upstream,
    views,
    heartbeatMs: overrides.heartbeatMs ?? HEARTBEAT_MS,
    lookAfter(principalId: PrincipalId) {
      connections.list(principalId).then(checkUp.checkUpDue, () => undefined)
    },
    /** Ends the streams that would otherwise stay open for ever. */
    beginStop: () => stopping.abort(),
    stopping: stopping.signal,
    async close() {
      await background.stop()
      await accessTokens.settle()
      await events.close()
      await upstream.close()
      await telemetry?.close()
      await dispatcher.close()
      await replication.close()
      await store.close()
    },
  }
}
