import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { LeaveId, TokenSetId } from '@counterfoil/oauth/ids'
import { systemClock } from '@counterfoil/service/values/clock'
import { readCookie } from '@counterfoil/service/http/cookies'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { foldOutages } from '@counterfoil/service/telemetry/outage-log'
import { randomId } from '@counterfoil/service/values/random'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import { Agent } from 'undici'
import { createConnectionRoutes } from '#api/connection-routes.ts'
import { createSessionRoutes } from '#api/session-routes.ts'
import { createSessionViews } from '#api/session-view-responder.ts'
import { createLossReport } from '#check-up/business-loss.ts'
import { createCheckUp } from '#check-up/check-up.ts'
import { createAttemptStore } from '#connect/attempt-store.ts'
import { createConnectResultStore } from '#connect/connect-result-store.ts'
import { createConnectCallbackRoutes } from '#connect/connect-callback-routes.ts'
import { createConnectResultRoutes } from '#connect/connect-result-routes.ts'
import { createConnectStartRoutes } from '#connect/connect-start-routes.ts'
import { createCodeExchange } from '#connect/exchange-code.ts'
import { createOpenConnection } from '#connect/open-connection.ts'
import { createSigning } from '#session/signing.ts'
import { createFinishAttempt } from '#connect/finish-attempt.ts'
import { createSameSiteRelayStore } from '#connect/same-site-relay-responder.ts'
import { createConnectionCensus } from '#connections/connection-census-store.ts'
import { changeToReport } from '#connections/connection-notice.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import { createConnections } from '#connections/connections.ts'
import { createKeyCensus } from '#connections/key-census-store.ts'
import { createLastLookStore } from '#connections/last-look-store.ts'
import { createLastReadStore } from '#connections/last-read-store.ts'
import { createNotesStore } from '#connections/notes-store.ts'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { createAnswerKeeper } from '#graphql/answer-keeper.ts'
import { createCommandSender } from '#graphql/command-sender.ts'
import { createFirstReader } from '#graphql/first-read.ts'
import { createGraphqlListener } from '#graphql/graphql-responder.ts'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { createIdempotencyRecords } from '#graphql/idempotency-records-store.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import { createFiguresOf } from '#graphql/read-figures.ts'
import { PAGES_AT_ONCE, createListReader } from '#graphql/read-list.ts'
import { presentRequestId, presentTrace } from '#http/request-context-middleware.ts'
import { createLeaveRoutes } from '#leave/leave-routes.ts'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'
import { createFindLetterAddress } from '#letter/letter-address.ts'
import { type LetterWriting, createLetterJob } from '#letter/letter-job.ts'
import { createLetterRoutes } from '#api/letter-routes.ts'
import { createLetterStore } from '#letter/letter-store.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createProviderAllowance } from '#limits/provider-allowance-store.ts'
import { createRateLimits } from '#limits/rate-limits-store.ts'
import { createRequestLogLimit } from '#limits/request-log-limit.ts'
import { createBffMetrics, showStoreWrites } from '#operations/bff-metrics.ts'
import { startBackgroundWork } from '#operations/background-work.ts'
import { createCallRecorder } from '#operations/provider-calls.ts'
import { showProviderPools } from '#operations/provider-pools.ts'
import { createTelemetry, observeCommands } from '#operations/telemetry.ts'
import { createOwnPeople } from '#principals/own-people.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { createCallGuard, listAllowedCalls } from '#provider/allowed-calls.ts'
import { createIdTokenVerifier } from '#provider/id-token-client.ts'
import { createIdentifyPerson } from '#provider/identify-person.ts'
import { createIdentityProbe } from '#provider/identity-probe-client.ts'
import { createProviderMetadata } from '#provider/metadata-client.ts'
import { createTokenEndpoint } from '#provider/token-endpoint-client.ts'
import { createRedisClient } from '#redis/redis-client.ts'
import { createReplication } from '#redis/replication-store.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import { checkStoreSettings, createReadOnlyQuestion } from '#redis/store-settings.ts'
import { createRoughStoreTime, createStoreTime } from '#redis/store-time.ts'
import { findOutage } from '#redis/store-unavailable.ts'
import { createAccessTokens } from '#refresh/access-tokens.ts'
import { createRefreshLocks } from '#refresh/refresh-lock-store.ts'
import { bodyBudgetFor } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createExchangeJournal } from '#revocation/exchange-journal-store.ts'
import { createRevocationJobs } from '#revocation/jobs.ts'
import { createLostExchanges } from '#revocation/lost-exchanges.ts'
import { createRevocationStore } from '#revocation/revocation-store.ts'
import { createWorker } from '#revocation/revocation-worker.ts'
import { createRevocation } from '#revocation/revocation.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import { chooseCookieNames } from '#session/cookie-names.ts'
import { createDeviceMemory } from '#session/device-memory.ts'
import { createOwnPeopleSessions } from '#session/own-people-sessions.ts'
import { createSessionChanges } from '#session/session-changes-store.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import { cookieOptions, sessionMiddleware } from '#session/session-middleware.ts'
import { createSessionReader } from '#session/session-reader.ts'
import { createSessionOpener } from '#session/session-responder.ts'
import { SessionStore } from '#session/session-store.ts'
import type { EngineConfig, Overrides } from './config.ts'

/** The queries that an app may send to the provider. */
export interface AppReads {
  readonly operations: OperationManifest
  readonly readFigures: FiguresReader
  /** Undefined if the app sends no letters. */
  readonly letter?: LetterWriting | undefined
}

export type Engine = Awaited<ReturnType<typeof createEngine>>

const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128
/** The limits of a provider to which no GraphQL is proxied. */
const NO_LIMITS = { perMinutePerConnection: 1, perMinute: 1 }
/** The number of whole lists that one session can read at the same time: two tabs. */
const LISTS_AT_ONCE = 2
const HEARTBEAT_MS = 25_000

/**
 * Creates each part of the engine, in the order of their dependencies. It does not wait for the store: without the store, requests
 * get 503. The middleware of a request is in `app.ts`.
 */
export async function createEngine(config: EngineConfig, reads: AppReads, overrides: Overrides = {}) {
  const { provider, connectionUnusedMs: unusedMs } = config
  const ownUrl = `${config.publicUrl}${config.basePath ?? ''}`
  const random = Math.random
  const wait = (ms: number) => delay(ms)
  const newId = () => randomId() as TokenSetId

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

  // 2. The store
  const onCommand = isWatched ? observeCommands(metrics, telemetry?.onCommand) : undefined
  const store = createRedisClient(config.redis, {
    onCommand,
    onEvent(event) {
      const isReady = event.event === 'store.ready' || event.event === 'store.answers-again'
      logger[isReady ? 'info' : 'warn'](event)
      metrics.storeReady(isReady)
      // Checked again after a failover: the new primary may have other settings.
      if (event.event === 'store.ready') void noteStoreSettings()
    },
  })
  const { redis } = store
  async function noteStoreSettings(): Promise<void> {
    for (const fault of await checkStoreSettings(store.primaries(), config.redis.replicas))
      logger.warn({ event: 'store.setting', ...fault })
  }
  showStoreWrites(registry, store.proveWritable)
  const { replicas } = config.redis
  const replication = createReplication({
    config: config.redis,
    redis,
    clock,
    onUnsure() {
      metrics.storeUnreplicated()
      logger.warn({ event: 'store.unreplicated', outage: 'replicas', replicas })
    },
  })
  const { confirm } = replication
  const storeTime = createStoreTime({ redis, aheadMs: overrides.storeAheadMs })
  const roughStoreTime = createRoughStoreTime(storeTime, clock)
  const box = createSealedBox(config.tokenKeys)
  const events = createSessionEvents({ redis, openSubscriber: store.openSubscriber })
  const onChange = events.publish
  const pendingRevocations = createRevocationStore({ redis, box, storeTime, confirm })
  const principals = createPrincipalStore({ redis, storeTime, confirm })
  const idempotencyRecords = createIdempotencyRecords({ redis, box, storeTime, confirm })
  const lastReads = createLastReadStore({ redis, box, clock })
  const lastLooks = createLastLookStore({ redis, clock })
  const notes = createNotesStore({ redis, box })
  const letters = createLetterStore({ redis, storeTime })
  const connectionStore = createConnectionStore({
    redis,
    box,
    storeTime,
    confirm,
    onVisibleChange(after, before) {
      onChange(after.principalId)
      const { state, reason } = after.health
      if (state === before?.health.state && reason === before.health.reason) return
      const from = before?.health.state ?? null
      const change = changeToReport(before?.health.state, state)
      if (change !== undefined) overrides.onConnectionChange?.(after, change)
      if (from !== state) metrics.connectionChanged({ from: before?.health.state, to: state })
      const facts = { connectionId: after.id, from, to: state, reason, requestId: presentRequestId() }
      logger.info({ event: 'connection.state', ...facts })
    },
    scheduleRevocation: pendingRevocations.schedule,
    onUnreadable: (fact) => logger.error({ event: 'connection.tokens-unreadable', ...fact }),
  })

  // 3. Calls to the provider
  const redirectUri = `${ownUrl}${BFF_PATHS.connectCallback}`
  const recordCall = createCallRecorder({ metrics, tracing, clock })
  const startCall = (call: string) => recordCall({ call, trace: presentTrace() })
  const callGuard = createCallGuard(listAllowedCalls(provider))
  const agent = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const dispatcher = agent.compose(callGuard.refuseOthers)
  const metadata = createProviderMetadata({
    profile: provider,
    dispatcher,
    clock,
    onAddresses: callGuard.allow,
  })
  // Read early, so that the first page knows where people sign in.
  if (provider.addresses.authorize === undefined) void metadata.abilities()
  const probe = createIdentityProbe({ profile: provider, metadata, dispatcher, startCall })
  const verifyIdToken = createIdTokenVerifier({ clientId: provider.clientId, metadata, dispatcher, clock })
  const endpoint = createTokenEndpoint({
    profile: provider,
    metadata,
    redirectUri,
    dispatcher,
    wait,
    startCall,
    identify: createIdentifyPerson({ profile: provider, probe, verifyIdToken }),
    timeoutMs: config.tokenTimeoutMs,
  })
  const upstream = createGraphqlUpstream({
    // Without a URL no operation is allowed, and the guard refuses the call.
    url: provider.graphql?.url ?? provider.realm,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs: overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS,
    maxConnections: UPSTREAM_CONNECTIONS,
    allowOnly: callGuard.refuseOthers,
  })
  const providerLimits = provider.graphql?.limits ?? NO_LIMITS
  const allowance = createProviderAllowance({ redis, clock, wait, limits: providerLimits })
  showProviderPools(registry, { graphql: upstream.countPool, endpoints: () => agent.stats })

  // 4. Connections: reading, refreshing, checking and ending them
  const known = createConnections({
    store: connectionStore,
    principals,
    clock,
    roughStoreTime,
    onChange,
    onUnreadable: (fact) => logger.error({ event: 'connection.unreadable', ...fact }),
    onUnnoted: (fact) => logger.warn({ event: 'connection.unnoted', ...fact }),
  })
  const accessTokens = createAccessTokens({
    clock,
    random,
    wait,
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
  // 5. Sessions, and what is signed for a browser
  const cookies = chooseCookieNames(config.publicUrl, config)
  const lifetimes = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const cookie = cookieOptions(cookies, lifetimes)
  const sessions = new SessionStore({
    client: createSessionStoreClient(redis, replication.confirmOrRepeat),
    lifetimes,
    cookie,
    clock,
    async noteSeen({ principalId, sessionId }, leftMs) {
      const nowMs = await roughStoreTime()
      const expiresAtMs = nowMs + leftMs
      await principals.touchSession(principalId, sessionId, { lastSeenAtMs: nowMs, expiresAtMs })
    },
    async noteReplaced({ principalId, sessionId }) {
      await principals.removeSession(principalId, sessionId)
      // The replaced person may have no other session: the sweeper checks.
      await principals.schedule(principalId, 0)
      onChange(principalId)
    },
  })
  const people = overrides.person && createOwnPeople(overrides.person)
  const own = people && createOwnPeopleSessions({ people, principals, onChange })
  const reader = own?.reader ?? createSessionReader({ store: sessions, secrets, cookies, clock })
  const openByCookie = createSessionOpener(
    sessionMiddleware({ store: sessions, secrets, cookies, cookie, onSignedAnew: metrics.sessionSignedAnew }),
  )
  const openSession = own?.openSession ?? openByCookie
  const storedChanges = createSessionChanges({
    store: sessions,
    principals,
    lifetimes,
    clock,
    storeTime,
    onChange,
    onExpired: metrics.sessionEnded,
  })
  const changes = { ...storedChanges, ...own?.changes }
  const device = createDeviceMemory({ box, cookies, unusedMs, clock })
  const signing = createSigning({ secrets, cookies, sessionAbsoluteMs: config.sessionAbsoluteMs })

  // 6. From the connect form to the result, and leaving
  const attempts = createAttemptStore({ redis, box })
  const relays = createSameSiteRelayStore({ redis, box })
  const connectResults = createConnectResultStore({ redis })
  const journal = createExchangeJournal({ redis, box, storeTime, confirm })
  const exchangeCode = createCodeExchange({
    endpoint,
    pendingRevocations,
    journal,
    provider,
    redirectUri,
    logger,
    clock,
    random,
    newId,
  })
  const openConnection = createOpenConnection({
    connectionStore,
    principals,
    changes,
    revocation,
    provider,
    hasBusinessPages: config.hasBusinessPages,
    clock,
    wait,
    storeTime,
  })
  const finishAttempt = createFinishAttempt({
    exchangeCode,
    openConnection,
    probe,
    connectResults,
    connections,
    pendingRevocations,
    clock,
  })
  const leaving = createLeaving({
    connections,
    revocation,
    pendingRevocations,
    changes,
    principals,
    leaves: createLeaveStore({ redis }),
    metadata,
    provider,
    signedOutUri: `${ownUrl}${BFF_PATHS.signedOutAtProvider}`,
    newId: () => randomId() as LeaveId,
    clock,
  })
  // Amounts are sent only to addresses that the provider verifies.
  const letter = provider.person?.emailVerified === undefined ? undefined : reads.letter
  const views = createSessionViews({
    cookies,
    provider,
    hasLetter: letter !== undefined,
    metadata,
    supportUrl: config.supportUrl,
    unusedMs,
    reader,
    people,
    principals,
    connections,
    attempts,
    connectResults,
    pendingRevocations,
    signing,
    device,
    isReadOnly: createReadOnlyQuestion({ proveWritable: store.proveWritable, clock }),
    checkUp,
  })

  // 7. The rules of every request
  const limits = createRateLimits({ store, clock, limits: config.limits })
  const { trustedProxies, publicUrl } = config
  const { graphqlConcurrencyPerSession: callsAtOnce, maxBodyBytes } = config.limits
  const { logLinesPerMinute: linesPerMinute } = config
  const mayLog = createRequestLogLimit({ logger, clock, trustedProxies, linesPerMinute })
  const concurrency = {
    graphql: createConcurrencyLimit(callsAtOnce),
    api: createConcurrencyLimit(callsAtOnce),
  }
  const guardOrigin = createOriginGuard({ publicUrl, logger, mayLog, metrics })
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

  // 8. Queries of browsers, lists, figures, and what a page begins with: the same operations, limits and call
  const { refusals } = provider
  const keeping = { keep: lastReads.keep, clock, later: (task: () => void) => void setImmediate(task) }
  const calling = {
    clock,
    metrics,
    connections,
    tokens: accessTokens,
    recordCall,
    upstream,
    allowance,
    refusals,
  }
  const callProvider = createProviderCaller(calling)
  const callAndKeep = createProviderCaller({ ...calling, answers: createAnswerKeeper(keeping) })
  const reading = {
    clock,
    limits,
    tokens: accessTokens,
    operations: provider.graphql === undefined ? {} : reads.operations,
    concurrency: concurrency.graphql,
  }
  const figuring = {
    ...reading,
    ...keeping,
    callProvider,
    refusals,
    readFigures: reads.readFigures,
    offers: provider.offers,
    find: lastReads.find,
  }
  const readFigures = createFiguresOf({ ...figuring, look: lastLooks.look })
  const readList = createListReader({
    ...reading,
    callProvider,
    wait,
    sessions,
    refusals,
    limit: 'list-pages',
    concurrency: createConcurrencyLimit(LISTS_AT_ONCE * PAGES_AT_ONCE),
  })
  const readFirst = createFirstReader({ ...reading, metrics, logger, callProvider: callAndKeep, readFigures })
  const { leaseMs } = overrides
  const graphqlListener = createGraphqlListener({
    ...reading,
    publicUrl,
    connections,
    logger,
    mayLog,
    metrics,
    tracing,
    checkRules,
    sessions: reader,
    callProvider: callAndKeep,
    sendCommand: createCommandSender({
      records: idempotencyRecords,
      callProvider: callAndKeep,
      clock,
      wait,
      leaseMs,
    }),
  })

  // 9. What is done for people, behind the rules
  const signInDeps = { cookies, changes, connectResults, device, principals }
  const routes = [
    createConnectStartRoutes({
      provider,
      metadata,
      redirectUri,
      cookies,
      signing,
      reader,
      device,
      people,
      principals,
      connections,
      attempts,
      connectResults,
      limits,
      accessTokens,
      metrics,
      clock,
      wait,
      randomText: randomId,
    }),
    createConnectCallbackRoutes({
      ...signInDeps,
      metadata,
      reader,
      openSession,
      sessions,
      signing,
      people,
      attempts,
      relays,
      finishAttempt,
      metrics,
      logger,
      clock,
      wait,
    }),
    createConnectResultRoutes({ ...signInDeps, reader, people, openConnection, pendingRevocations, clock }),
    createSessionRoutes({
      cookies,
      reader,
      sessions,
      changes,
      views,
      events,
      connections,
      checkUp,
      metrics,
      heartbeatMs: overrides.heartbeatMs ?? HEARTBEAT_MS,
      stopping: stop.signal,
    }),
    createLeaveRoutes({
      cookies,
      signing,
      device,
      reader,
      views,
      leaving,
      connections,
      revocation,
      metrics,
      logger,
    }),
    createConnectionRoutes({
      cookies,
      changes,
      connections,
      revocation,
      device,
      lastReads,
      lastLooks,
      notes,
      views,
      checkUp,
      limits,
      logger,
      clock,
      viewFacts: { requestedScopes: provider.scopes, unusedMs },
    }),
  ]
  const findAddress = createFindLetterAddress({ tokens: accessTokens, probe })
  const appName = config.appName ?? new URL(publicUrl).host
  const lettering = { letters, connections, findAddress, storeTime }
  if (letter !== undefined) routes.push(createLetterRoutes({ ...lettering, cookies, appName }))

  // 10. What is done without anybody asking for it
  const working = {
    clock,
    random,
    onFailed: (fact: object) => logger.error({ event: 'job.failed', ...fact }),
    isStopping: () => stop.signal.aborted,
  }
  const worker = createWorker({
    jobs: createRevocationJobs({
      revocation,
      pendingRevocations,
      principals,
      journal,
      settleExchange: createLostExchanges({
        journal,
        endpoint,
        onSettled: (outcome) => logger.warn({ event: 'exchange.lost', outcome }),
      }),
      changes,
      logger,
    }),
    ...working,
  })
  const sendLetter =
    letter &&
    createLetterJob({
      ...lettering,
      ...letter,
      readFigures: createFiguresOf({
        ...figuring,
        look: async (id) => ({ beforeMs: undefined, putOff: await lastLooks.findPutOff(id) }),
      }),
      provider: provider.name,
      publicUrl: ownUrl,
      onEnd: (fact) => logger.info({ event: 'letter.ended', ...fact }),
    })
  const letterWorker = sendLetter && createWorker({ jobs: { letter: sendLetter }, ...working })
  const takeCensus = createKeyCensus({
    redis,
    connections: connectionStore,
    principals,
    beside: [lastReads.reseal, notes.reseal, idempotencyRecords.reseal],
  })
  const background = startBackgroundWork({
    store,
    worker,
    letterWorker,
    pendingRevocations,
    attempts,
    countConnections: isWatched ? createConnectionCensus({ redis, principals }) : undefined,
    // Counts only during a key rotation.
    takeCensus: config.tokenKeys.length < 2 ? undefined : takeCensus,
    metrics,
    logger,
    clock,
    revokeEveryMs: overrides.revokeEveryMs,
    sweepEveryMs: config.sweepEveryMs,
    onBackground: overrides.onBackground,
  })

  return {
    config,
    logger,
    clock,
    registry,
    metrics,
    tracing,
    requests: createRequestMetrics(registry, 'counterfoil'),
    store,
    metadata,
    cookies,
    device,
    reader,
    people,
    principals,
    openSession,
    changes,
    connections,
    lastReads,
    letters: letter && letters,
    signing,
    accessTokens,
    revocation,
    leaving,
    views,
    limits,
    mayLog,
    guardOrigin,
    checkRules,
    callProvider,
    readFigures,
    readList,
    lists: createConcurrencyLimit(LISTS_AT_ONCE),
    readFirst,
    graphqlListener,
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
      await agent.close()
      await telemetry?.close()
      await replication.close()
      await store.close()
    },
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
