import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { LeaveId, PrincipalId, TokenSetId } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/http/cookies'
import { type Logger, createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { foldOutages } from '@counterfoil/service/telemetry/outage-log'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import { systemClock } from '@counterfoil/service/values/clock'
import { randomId } from '@counterfoil/service/values/random'
import { createConnectionRoutes } from '#api/connection-routes.ts'
import { createLetterRoutes } from '#api/letter-routes.ts'
import { createSessionRoutes } from '#api/session-routes.ts'
import { createSessionViews } from '#api/session-view-responder.ts'
import { createCheckUp, createLossReport } from '#check-up/check-up.ts'
import { createAttemptStore } from '#connect/attempt-store.ts'
import { createConnectResultStore } from '#connect/connect-result-store.ts'
import { createConnectRoutes } from '#connect/connect-routes.ts'
import { createConnectionCensus, createKeyCensus } from '#connections/census-store.ts'
import { changeToReport } from '#connections/connection-notice.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { createConnections } from '#connections/connections.ts'
import { createLastLookStore } from '#connections/last-look-store.ts'
import { createLastReadStore } from '#connections/last-read-store.ts'
import { createNotesStore } from '#connections/notes-store.ts'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { presentRequestId, presentTrace } from '#http/request-context-middleware.ts'
import { createLeaveRoutes } from '#leave/leave-routes.ts'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'
import { createFindLetterAddress, createLetterJob } from '#letter/letter-job.ts'
import { createLetterStore } from '#letter/letter-store.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createRateLimits } from '#limits/rate-limits-store.ts'
import { createRequestLogLimit } from '#limits/request-log-limit.ts'
import { startBackgroundWork } from '#operations/background-work.ts'
import { type BffMetrics, createBffMetrics, showStoreWrites } from '#operations/bff-metrics.ts'
import { createCallRecorder } from '#operations/provider-calls.ts'
import { showProviderPools } from '#operations/provider-pools.ts'
import { createTelemetry, observeCommands } from '#operations/telemetry.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { createProviderCalls } from '#provider/provider-client.ts'
import { openStore } from '#redis/store-parts.ts'
import { createReadOnlyQuestion } from '#redis/store-settings.ts'
import { findOutage } from '#redis/store-unavailable.ts'
import { createAccessTokens } from '#refresh/access-tokens.ts'
import { createRefreshLocks } from '#refresh/refresh-lock-store.ts'
import { bodyBudgetFor } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createExchangeJournal, createLostExchanges } from '#revocation/exchange-journal-store.ts'
import { createRevocationStore } from '#revocation/revocation-store.ts'
import { createRevocationJobs, createWorker } from '#revocation/revocation-worker.ts'
import { createRevocation } from '#revocation/revocation.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import { createSessions } from '#session/session-parts.ts'
import type { AppReads, EngineConfig, Overrides } from './config.ts'
import { createGraphql } from './graphql-parts.ts'

export type Engine = Awaited<ReturnType<typeof createEngine>>

const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128
const HEARTBEAT_MS = 25_000

/**
 * Creates each part of the engine, in the order of their dependencies. It does not wait for the store: without the store, requests
 * get 503. The middleware of a request is in `app.ts`.
 */
export async function createEngine(config: EngineConfig, reads: AppReads, overrides: Overrides = {}) {
  const { provider, publicUrl, connectionUnusedMs: unusedMs, trustedProxies } = config
  const ownUrl = `${publicUrl}${config.basePath ?? ''}`
  const redirectUri = `${ownUrl}${BFF_PATHS.connectCallback}`

  // 1. Time, logs, metrics, traces, and the end of the process
  const clock = overrides.clock ?? systemClock
  const logger = foldOutages(overrides.logger ?? createLogger({ name: 'bff', level: config.logLevel }), {
    outageOf: findOutage,
    clock,
    linesPerMinute: config.logLinesPerMinute,
  })
  const hasMetricsPage = config.metricsToken !== undefined
  const registry = overrides.registry ?? createMetrics({ service: 'bff', process: hasMetricsPage })
  const metrics = createBffMetrics(registry)
  const telemetry = await createTelemetry(config, overrides, { logger, registry })
  const tracing = telemetry?.tracing
  const isWatched = hasMetricsPage || telemetry !== undefined
  const stop = createStop()
  const tools = { clock, logger, metrics, random: Math.random, wait: (ms: number) => delay(ms) }

  // 2. The store
  const onCommand = isWatched ? observeCommands(metrics, telemetry?.onCommand) : undefined
  const storing = openStore({ config, overrides, clock, logger, metrics, onCommand })
  const { store, redis, storeTime, roughStoreTime } = storing
  showStoreWrites(registry, store.proveWritable)

  // 3. Calls to the provider
  const recordCall = createCallRecorder({ metrics, tracing, clock })
  const calls = createProviderCalls({
    ...tools,
    profile: provider,
    redirectUri,
    timeoutMs: config.tokenTimeoutMs,
    startCall: (call) => recordCall({ call, trace: presentTrace() }),
  })
  const { metadata, probe, endpoint } = calls
  const upstream = createGraphqlUpstream({
    // Without a URL no operation is allowed, and the guard refuses the call.
    url: provider.graphql?.url ?? provider.realm,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs: overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS,
    maxConnections: UPSTREAM_CONNECTIONS,
    allowOnly: calls.refuseOthers,
  })
  showProviderPools(registry, { graphql: upstream.countPool, endpoints: calls.countPool })

  // 4. People, and who is signed in
  const events = createSessionEvents({ redis, openSubscriber: store.openSubscriber })
  const onChange = events.publish
  const principals = createPrincipalStore(storing)
  const people = {
    ...createSessions({ ...storing, config, principals, personOf: overrides.person, onChange, metrics }),
    principals,
  }

  // 5. Connections: stored, read, refreshed, checked and ended
  const pendingRevocations = createRevocationStore(storing)
  const connectionStore = createConnectionStore({
    ...storing,
    onVisibleChange: createChangeReport(onChange, overrides.onConnectionChange, tools),
    scheduleRevocation: pendingRevocations.schedule,
    onUnreadable: (fact) => logger.error({ event: 'connection.tokens-unreadable', ...fact }),
  })
  const known = createConnections({
    store: connectionStore,
    principals,
    clock,
    roughStoreTime,
    onChange,
    onUnreadable: (fact) => logger.error({ event: 'connection.unreadable', ...fact }),
    onUnnoted: (fact) => logger.warn({ event: 'connection.unnoted', ...fact }),
  })
  const newId = () => randomId<TokenSetId>()
  const accessTokens = createAccessTokens({
    ...tools,
    endpoint,
    pendingRevocations,
    newId,
    connections: connectionStore,
    locks: createRefreshLocks({ redis, leaseMs: overrides.leaseMs }),
    onRefresh(report) {
      metrics.refresh(report.outcome)
      // The provider refused our credentials: only the operator can fix that.
      const level = report.outcome === 'misconfigured' ? 'error' : 'info'
      logger[level]({ event: 'token.refresh', ...report, requestId: presentRequestId() })
    },
    onLockWait: metrics.lockWait,
    onCircuit: metrics.circuit,
    onStep: overrides.onStep,
  })
  const report = createLossReport({
    find: known.find,
    getToken: accessTokens.get,
    askBusiness: probe.askBusiness,
    report: known.report,
    onUnconfirmed: (fact) => logger.info({ event: 'connection.loss-unconfirmed', ...fact }),
  })
  const connections = { ...known, report }
  const checkUp = createCheckUp({ accessTokens, probe, connectionStore, connections, provider, clock })
  const revocation = createRevocation({
    store: connectionStore,
    principals,
    pendingRevocations,
    endpoint,
    clock,
    storeTime,
    onChange,
    list: connections.list,
    unusedMs,
    onRevoke: ({ connectionId, outcome, cause }) => {
      metrics.revocation(outcome)
      logger.info({ event: 'token.revoked', connectionId, outcome, cause })
    },
  })
  const linked = {
    provider,
    metadata,
    probe,
    endpoint,
    connections,
    connectionStore,
    accessTokens,
    checkUp,
    revocation,
    pendingRevocations,
  }

  // 6. The rules of every request
  const limits = createRateLimits({ store, clock, limits: config.limits })
  const { graphqlConcurrencyPerSession: callsAtOnce, maxBodyBytes } = config.limits
  const mayLog = createRequestLogLimit({ ...tools, trustedProxies, linesPerMinute: config.logLinesPerMinute })
  const concurrency = {
    graphql: createConcurrencyLimit(callsAtOnce),
    api: createConcurrencyLimit(callsAtOnce),
  }
  const guardOrigin = createOriginGuard({ publicUrl, logger, mayLog, metrics })
  const { cookies, reader } = people
  const checkRules = createRequestRules({
    limits,
    clock,
    trustedProxies,
    guardOrigin,
    sessionDigestOf: reader.sessionDigestOf,
    hasOurCookie: (headers) =>
      readCookie(headers, cookies.session) !== undefined ||
      readCookie(headers, cookies.browser) !== undefined,
    concurrency,
    maxBodyBytes,
    bodies: bodyBudgetFor(maxBodyBytes),
  })

  // 7. Queries of browsers, lists, figures, and what a page begins with
  const lastReads = createLastReadStore(storing)
  const lastLooks = createLastLookStore(storing)
  const graphql = createGraphql({
    ...tools,
    ...storing,
    ...linked,
    ...people,
    config,
    overrides,
    reads,
    recordCall,
    upstream,
    lastReads,
    lastLooks,
    limits,
    concurrency: concurrency.graphql,
    checkRules,
    mayLog,
    tracing,
  })

  // 8. What is done for people, behind the rules
  const attempts = createAttemptStore(storing)
  const connectResults = createConnectResultStore(storing)
  const journal = createExchangeJournal(storing)
  const notes = createNotesStore(storing)
  // Amounts are sent only to addresses that the provider verifies.
  const letter = provider.person?.emailVerified === undefined ? undefined : reads.letter
  const leaving = createLeaving({
    ...linked,
    ...people,
    clock,
    leaves: createLeaveStore(storing),
    signedOutUri: `${ownUrl}${BFF_PATHS.signedOutAtProvider}`,
    newId: () => randomId<LeaveId>(),
  })
  const views = createSessionViews({
    ...linked,
    ...people,
    attempts,
    connectResults,
    hasLetter: letter !== undefined,
    supportUrl: config.supportUrl,
    unusedMs,
    isReadOnly: createReadOnlyQuestion({ proveWritable: store.proveWritable, clock }),
  })
  const routes = [
    createConnectRoutes({
      ...storing,
      ...tools,
      ...linked,
      ...people,
      attempts,
      connectResults,
      journal,
      limits,
      redirectUri,
      hasBusinessPages: config.hasBusinessPages,
      newId,
      randomText: randomId,
    }),
    createSessionRoutes({
      ...linked,
      ...people,
      views,
      events,
      metrics,
      heartbeatMs: overrides.heartbeatMs ?? HEARTBEAT_MS,
      stopping: stop.signal,
    }),
    createLeaveRoutes({ ...tools, ...linked, ...people, views, leaving }),
    createConnectionRoutes({
      ...tools,
      ...linked,
      ...people,
      lastReads,
      lastLooks,
      notes,
      views,
      limits,
      viewFacts: { requestedScopes: provider.scopes, unusedMs },
    }),
  ]
  const lettering = {
    letters: createLetterStore(storing),
    connections,
    findAddress: createFindLetterAddress({ tokens: accessTokens, probe }),
    storeTime,
  }
  const appName = config.appName ?? new URL(publicUrl).host
  if (letter !== undefined) routes.push(createLetterRoutes({ ...lettering, cookies, appName }))

  // 9. What is done without anybody asking for it
  const working = {
    ...tools,
    onFailed: (fact: object) => logger.error({ event: 'job.failed', ...fact }),
    isStopping: () => stop.signal.aborted,
  }
  const settleExchange = createLostExchanges({
    journal,
    endpoint,
    onSettled: (outcome) => logger.warn({ event: 'exchange.lost', outcome }),
  })
  const sendLetter =
    letter &&
    createLetterJob({
      ...lettering,
      ...letter,
      readFigures: graphql.readFiguresUnseen,
      provider: provider.name,
      publicUrl: ownUrl,
      onEnd: (fact) => logger.info({ event: 'letter.ended', ...fact }),
    })
  const background = startBackgroundWork({
    ...tools,
    store,
    worker: createWorker({
      ...working,
      jobs: createRevocationJobs({ ...linked, ...people, journal, settleExchange, logger }),
    }),
    letterWorker: sendLetter && createWorker({ ...working, jobs: { letter: sendLetter } }),
    pendingRevocations,
    attempts,
    countConnections: isWatched ? createConnectionCensus({ redis, principals }) : undefined,
    // Counts only during a key rotation.
    takeCensus:
      config.tokenKeys.length < 2
        ? undefined
        : createKeyCensus({
            redis,
            connections: connectionStore,
            principals,
            beside: [lastReads.reseal, notes.reseal, graphql.resealRecords],
          }),
    revokeEveryMs: overrides.revokeEveryMs,
    sweepEveryMs: config.sweepEveryMs,
    onBackground: overrides.onBackground,
  })

  return {
    ...tools,
    ...linked,
    ...people,
    ...graphql,
    config,
    registry,
    tracing,
    requests: createRequestMetrics(registry, 'counterfoil'),
    store,
    lastReads,
    letters: letter && lettering.letters,
    leaving,
    views,
    limits,
    mayLog,
    guardOrigin,
    checkRules,
    routes,
    isStopping: stop.isStopping,
    /** Reports at `/health/ready` that the process is stopping; requests are still served. */
    drain: stop.drain,
    /** Ends the streams that would otherwise stay open forever. */
    beginStop: stop.begin,
    async close() {
      await background.stop()
      await accessTokens.settle()
      await connections.settle()
      await events.close()
      await upstream.close()
      await calls.close()
      await telemetry?.close()
      await storing.closeStore()
    },
  }
}

/** Creates the function that reports a change of a connection to its pages, the app, the metrics and the log. */
function createChangeReport(
  onChange: (principalId: PrincipalId) => void,
  onConnectionChange: Overrides['onConnectionChange'],
  { metrics, logger }: { readonly metrics: BffMetrics; readonly logger: Logger },
) {
  return (after: ConnectionRecord, before: ConnectionRecord | undefined): void => {
    onChange(after.principalId)
    const { state, reason } = after.health
    if (state === before?.health.state && reason === before.health.reason) return
    const from = before?.health.state ?? null
    const change = changeToReport(before?.health.state, state)
    if (change !== undefined) onConnectionChange?.(after, change)
    if (from !== state) metrics.connectionChanged({ from: before?.health.state, to: state })
    const facts = { connectionId: after.id, from, to: state, reason, requestId: presentRequestId() }
    logger.info({ event: 'connection.state', ...facts })
  }
}

function createStop() {
  const controller = new AbortController()
  // Each open stream adds a listener.
  setMaxListeners(0, controller.signal)
  let isDraining = false
  const drain = () => {
    isDraining = true
  }
  return {
    signal: controller.signal,
    isStopping: () => isDraining,
    drain,
    begin() {
      drain()
      controller.abort()
    },
  }
}
