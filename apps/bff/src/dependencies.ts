import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger, type Logger } from '@counterfoil/service/logger'
import { systemClock, type Clock } from '@counterfoil/service/clock'
import { createMetrics } from '@counterfoil/service/metrics'
import { randomId } from '@counterfoil/service/random'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { Agent } from 'undici'
import { createAttemptStore } from '#connect/attempt-store.ts'
import { createBounceStore } from '#connect/bounce-store.ts'
import { createExchangeJournal } from '#connect/exchange-journal-store.ts'
import { createFinishAttempt } from '#connect/finish-attempt.ts'
import { createFlowStore } from '#connect/flow-store.ts'
import { createLostExchanges } from '#connect/lost-exchanges.ts'
import { createPkceQuestion } from '#connect/provider-metadata-client.ts'
import { connectionIdOf, createConnectionStore, principalIdOf } from '#connections/connection-store.ts'
import { createConnections } from '#connections/connections.ts'
import { createIdentityProbe } from '#connections/identity-probe-client.ts'
import { createPrincipalStore } from '#connections/principal-store.ts'
import { createRecheck } from '#connections/recheck.ts'
import { createRevocationStore } from '#connections/revocation-store.ts'
import { createRevokeWorker } from '#connections/revoke-worker.ts'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { createRateLimits } from '#limits/rate-limits-store.ts'
import { createBffMetrics } from '#metrics/bff-metrics.ts'
import { loadWebBuild, type WebBuild } from '#pages/web-build-store.ts'
import { createStoreClock } from '#redis/clock-store.ts'
import { createRedisClient } from '#redis/redis-client.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import { claimIdOf, createSessionChanges } from '#session/session-changes-store.ts'
import { chooseCookieNames, formatCookie } from '#session/session-cookie.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import { sessionMiddleware } from '#session/session-middleware.ts'
import { createSessionReader } from '#session/session-reader-store.ts'
import { createSessionViews } from '#session/session-views.ts'
import { digestOf, formatSignedCookie, isSignedBy, sign } from '#session/signature.ts'
import { createAccessTokens } from '#tokens/access-tokens.ts'
import type { RefreshStep } from '#tokens/refresh-connection.ts'
import { createRefreshLocks } from '#tokens/refresh-lock-store.ts'
import { createSealedBox } from '#tokens/sealed-box.ts'
import { createTokenEndpoint } from '#tokens/token-endpoint-client.ts'
import { createOtlpExporter } from '#telemetry/otlp-exporter-client.ts'
import { createCommandSpans } from '#telemetry/command-spans.ts'
import { createTracing } from '#telemetry/tracing-middleware.ts'
import { startBackground } from './background.ts'
import type { Config } from './config.ts'
import { presentRequestId, presentTrace } from './request-context-middleware.ts'

/** What a test may replace. */
export interface Overrides {
  readonly logger?: Logger
  readonly clock?: Clock
  /** How much later than it is the store's clock shall be. */
  readonly storeAheadMs?: () => number
  readonly web?: WebBuild
  /** How long a refresh lock lasts without renewal. */
  readonly leaseMs?: number
  readonly heartbeatMs?: number
  readonly revokeEveryMs?: number
  /** Called at every step of a refresh; a test may end the process there. */
  readonly onStep?: (step: RefreshStep, connectionId: string) => void | Promise<void>
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

const CSRF_PURPOSE = 'csrf'
const REVOKE_EVERY_MS = 1000
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
  const dice = Math.random
  const wait = (ms: number) => delay(ms)
  const stopping = new AbortController()
  // One listener per open stream.
  setMaxListeners(0, stopping.signal)
  const registry = createMetrics({ service: 'bff', process: config.metricsToken !== undefined })
  const metrics = createBffMetrics(registry)

  const exporter =
    config.otlpUrl === undefined
      ? undefined
      : createOtlpExporter({
          url: config.otlpUrl,
          serviceName: 'counterfoil-bff',
          onTrouble: (facts) => logger.warn(facts),
        })
  const tracing = exporter && createTracing({ exporter, percent: config.tracePercent, clock })

  const startCall = (name: string) => {
    const trace = presentTrace()
    return trace && tracing?.startCall(trace, name, {})
  }

  const store = createRedisClient(config.redis, {
    onCommand: tracing && createCommandSpans(tracing, presentTrace),
    onEvent(event) {
      logger.warn(event)
      metrics.storeReady(event.event === 'store.ready' || event.event === 'store.answers-again')
    },
  })
  const { redis } = store
  const now = createStoreClock({ redis, aheadMs: overrides.storeAheadMs })
  const limits = createRateLimits({ store, clock, limits: config.limits })
  const box = createSealedBox(config.tokenKeys)
  const dispatcher = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const upstream = createGraphqlUpstream({
    url: config.provider.graphqlUrl,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs: UPSTREAM_TOTAL_MS,
    maxConnections: UPSTREAM_CONNECTIONS,
  })
  const redirectUri = `${config.publicUrl}${BFF_PATHS.connectCallback}`
  const endpoint = createTokenEndpoint({
    provider: config.provider,
    redirectUri,
    timeoutMs: config.tokenTimeoutMs,
    dispatcher,
    startCall,
  })
  const probe = createIdentityProbe({ graphqlUrl: config.provider.graphqlUrl, dispatcher, startCall })

  const events = createSessionEvents({ redis, openSubscriber: store.openSubscriber })
  const principals = createPrincipalStore({ redis, now })
  const outbox = createRevocationStore({ redis, box, now })
  const connectionStore = createConnectionStore({
    redis,
    box,
    now,
    onVisibleChange: ({ principalId }) => events.publish(principalId),
    scheduleRevocation: outbox.schedule,
  })
  const connections = createConnections({
    store: connectionStore,
    principals,
    doomed: outbox,
    endpoint,
    clock,
    onChange: events.publish,
    onRevoke: ({ holderId, outcome, cause }) => {
      metrics.revocation(outcome)
      logger.info({ event: 'token.revoked', connectionId: holderId, outcome, cause })
    },
  })
  const accessTokens = createAccessTokens({
    connections: connectionStore,
    locks: createRefreshLocks({
      redis,
      ...(overrides.leaseMs === undefined ? {} : { leaseMs: overrides.leaseMs }),
    }),
    endpoint,
    doomed: outbox,
    clock,
    dice,
    newId: randomId,
    wait,
    onRefresh: (report) => {
      metrics.refresh(report.outcome)
      // Our credentials refused: nobody but us can mend that.
      const level = report.outcome === 'misconfigured' ? 'error' : 'info'
      logger[level]({ event: 'token.refresh', ...report, requestId: presentRequestId() })
    },
    onLockWait: metrics.lockWait,
    ...(overrides.onStep === undefined ? {} : { onStep: overrides.onStep }),
  })
  const recheck = createRecheck({
    accessTokens,
    probe,
    store: connectionStore,
    report: connections.report,
    requestedScopes: config.provider.scopes,
    clock,
  })

  const cookies = chooseCookieNames(config.publicUrl)
  const lives = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const reader = createSessionReader({ redis, principals, secrets, cookies, lives, clock, now })
  const session = sessionMiddleware({
    client: createSessionStoreClient(store),
    redis,
    secrets,
    cookies,
    lives,
    clock,
  })
  const changes = createSessionChanges({
    redis,
    principals,
    lives,
    clock,
    now,
    onChange: events.publish,
    onExpired: metrics.sessionEnded,
  })

  const attempts = createAttemptStore({ redis, box })
  const flows = createFlowStore({ redis })
  const browserOf = (browserId: string) => digestOf(`browser\n${browserId}`)
  const [signingSecret = ''] = secrets
  const views = createSessionViews({
    cookies,
    provider: config.provider,
    supportUrl: config.supportUrl,
    readSession: reader.read,
    idleEndsAtMs: reader.idleEndsAtMs,
    findPerson: principals.findPerson,
    listConnections: connections.list,
    findAttempt: attempts.find,
    findFlow: flows.find,
    csrfTokenOf: (browserId) => sign(signingSecret, CSRF_PURPOSE, browserId),
    browserOf,
    newBrowserId: randomId,
    onSeen: recheck.recheckDue,
  })
  const journal = createExchangeJournal({ redis, box, now })
  const lostExchanges = createLostExchanges({
    journal,
    endpoint,
    onSettled: (outcome) => logger.warn({ event: 'exchange.lost', outcome }),
  })
  const finish = createFinishAttempt({
    journal,
    claimIdOf,
    endpoint,
    probe,
    connections: connectionStore,
    addConnection: principals.addConnection,
    announce: changes.announce,
    doomed: outbox,
    flows,
    principalIdOf: (userId) => principalIdOf(config.provider.authUrl, userId),
    connectionIdOf,
    redirectUri,
    clock,
    dice,
    newId: randomId,
  })
  const worker = createRevokeWorker({
    outbox,
    principals,
    lastSessionEndsInMs: changes.lastEndsInMs,
    revokeDoomed: connections.revokeDoomed,
    forgetPrincipal: connections.forgetPrincipal,
    dice,
    onSwept: () => logger.info({ event: 'principal.forgotten' }),
  })
  const background = startBackground(
    [
      {
        everyMs: overrides.revokeEveryMs ?? REVOKE_EVERY_MS,
        async run() {
          if (!store.isReady()) return
          await worker.revokeDue()
          await lostExchanges.settleDue()
          metrics.revokeBacklog(await outbox.backlog())
        },
      },
      {
        everyMs: config.sweepEveryMs,
        async run() {
          if (!store.isReady()) return
          await worker.sweepDue()
          for (let left = await attempts.countAbandoned(clock()); left > 0; left -= 1)
            metrics.attempt('abandoned')
        },
      },
    ],
    (error) => logger.error({ event: 'background.failed', err: error }),
  )

  return {
    config,
    logger,
    clock,
    wait,
    web,
    registry,
    metrics,
    tracing,
    store,
    limits,
    upstream,
    redirectUri,
    takesPkce: createPkceQuestion({
      authUrl: config.provider.authUrl,
      setting: config.provider.pkce,
      dispatcher,
      clock,
    }),
    events,
    principals,
    outbox,
    connections,
    accessTokens,
    recheck,
    cookies,
    reader,
    session,
    changes,
    attempts,
    bounces: createBounceStore({ redis, box }),
    flows,
    finish,
    views,
    browserOf,
    heartbeatMs: overrides.heartbeatMs ?? HEARTBEAT_MS,
    sessionCookieOf: (sessionId: string) =>
      formatCookie(
        cookies.session,
        formatSignedCookie(sessionId, signingSecret),
        config.sessionAbsoluteMs / 1000,
        cookies.isSecure,
      ),
    isCsrfToken: (browserId: string, token: string) => isSignedBy(secrets, CSRF_PURPOSE, browserId, token),
    forgetClaim: (claim: { readonly principalId: string; readonly claimId: string }) =>
      principals.removeSession(claim.principalId, claim.claimId),
    /** At once what the sweeper would do later: kills what no session of the principal reaches. */
    async sweep(principalId: string) {
      await principals.schedule(principalId, 0)
      await worker.sweepDue()
    },
    /** Ends the streams that would otherwise stay open for ever. */
    beginStop: () => stopping.abort(),
    stopping: stopping.signal,
    async close() {
      await background.stop()
      await accessTokens.settle()
      await events.close()
      await upstream.close()
      await exporter?.close()
      await dispatcher.close()
      await store.close()
    },
  }
}
