import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type {
  BrowserId,
  ConnectionId,
  DigestOf,
  LeaveId,
  SessionId,
  TokenSetId,
} from '@counterfoil/oauth/ids'
import { systemClock } from '@counterfoil/service/values/clock'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { foldOutages } from '@counterfoil/service/telemetry/outage-log'
import { randomId } from '@counterfoil/service/values/random'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import { Agent } from 'undici'
import { createConnectionRoutes } from '#api/connection-routes.ts'
import { createSessionRoutes } from '#api/session-routes.ts'
import { createSessionViews } from '#api/session-view.ts'
import { createLossReport } from '#check-up/business-loss.ts'
import { createCheckUp } from '#check-up/check-up.ts'
import { createAttemptStore } from '#connect/attempt/attempt-store.ts'
import { attemptOutcomeOf } from '#connect/result/connect-outcome.ts'
import { createConnectResultStore } from '#connect/result/connect-result-store.ts'
import { createConnectRoutes } from '#connect/connect-routes.ts'
import { createFinishAttempt } from '#connect/finish-attempt.ts'
import { createRenewBeforeStart } from '#connect/renew-before-start.ts'
import { createConnectResultReading, createReplace } from '#connect/replace-connection.ts'
import { createSameSiteRelayStore } from '#connect/same-site-relay-store.ts'
import { createConnectionCensus } from '#connections/connection-census-store.ts'
import { changeToReport } from '#connections/connection-notice.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import { createConnections } from '#connections/connections.ts'
import { createKeyCensus } from '#connections/key-census-store.ts'
import { createLastLookStore } from '#connections/last-look-store.ts'
import { createLastReadStore } from '#connections/last-read-store.ts'
import { createNotesStore } from '#connections/notes-store.ts'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { digestOf, formatSignedCookie, isSignedBy, sign } from '#crypto/signature.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import { createAnswerKeeper } from '#graphql/answer-keeper.ts'
import { createCommandSender } from '#graphql/command-sender.ts'
import { createFirstReader } from '#graphql/first-read.ts'
import { createGraphqlListener } from '#graphql/graphql-responder.ts'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { createIdempotencyRecords } from '#graphql/idempotency-records-store.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import { createFiguresOf } from '#graphql/read-figures.ts'
import { createListReader, PAGES_AT_ONCE } from '#graphql/read-list.ts'
import { presentRequestId, presentTrace } from '#http/request-context-middleware.ts'
import { createLeaveFormRoutes } from '#leave/leave-routes.ts'
import { createLeaveRoutes } from '#leave/leave-routes.ts'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'
import { createFindLetterAddress } from '#letter/letter-address.ts'
import { createLetterJob, type LetterWriting } from '#letter/letter-job.ts'
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
import { createOwnPeople, type Owner } from '#principals/own-people.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { createCallGuard, listAllowedCalls } from '#provider/allowed-calls.ts'
import { createIdTokenVerifier } from '#provider/id-token-client.ts'
import { createIdentifyPerson } from '#provider/identify-person.ts'
import { createIdentityProbe } from '#provider/identity-probe-client.ts'
import { createProviderMetadata } from '#provider/metadata-client.ts'
import { createTokenEndpoint } from '#provider/token-endpoint-client.ts'
import { createReadOnlyQuestion } from '#redis/read-only.ts'
import { createRedisClient } from '#redis/redis-client.ts'
import { createReplication } from '#redis/replication-store.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import { checkStoreSettings } from '#redis/store-settings.ts'
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
import { setClearSiteData } from '#security/security-headers-middleware.ts'
import { chooseCookieNames } from '#session/cookie-names.ts'
import { createDeviceMemory } from '#session/device-memory.ts'
import { createDraftKeys } from '#session/draft-keys.ts'
import { createOwnPeopleSessions } from '#session/own-people-sessions.ts'
import { createSessionChanges } from '#session/session-changes-store.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import { cookieOptions, sessionMiddleware } from '#session/session-middleware.ts'
import { createSessionReader } from '#session/session-reader.ts'
import { createSessionOpener } from '#session/session-responder.ts'
import { SessionStore } from '#session/session-store.ts'
import type { EngineConfig, Overrides } from './config.ts'

/** What an app may ask of the provider. */
export interface AppReads {
  readonly operations: OperationManifest
  readonly readFigures: FiguresReader
  /** Undefined: nobody gets a letter. */
  readonly letter?: LetterWriting | undefined
}

export type Engine = Awaited<ReturnType<typeof createEngine>>

const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128
/** Of a provider that nothing is proxied to. */
const NO_LIMITS = { perMinutePerConnection: 1, perMinute: 1 }
/** Whole lists that one session has sent at the same time: two tabs. */
const LISTS_AT_ONCE = 2
const HEARTBEAT_MS = 25_000
const CSRF_PURPOSE = 'csrf'

/**
 * Creates each part of the engine, from the ground up. Nothing here waits for the store: without it requests are answered 503.
 * What a request passes is in `app.ts`.
 */
export async function createEngine(config: EngineConfig, reads: AppReads, overrides: Overrides = {}) {
  const { provider: profile, connectionUnusedMs: unusedMs } = config
  const ownUrl = `${config.publicUrl}${config.basePath ?? ''}`
  const random = Math.random
  const wait = (ms: number) => delay(ms)
  const newTokenSetId = () => randomId() as TokenSetId

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
      // Asked again after a failover: the new primary may be set up in another way.
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
  const callGuard = createCallGuard(listAllowedCalls(profile))
  const agent = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const dispatcher = agent.compose(callGuard.refuseOthers)
  const metadata = createProviderMetadata({ profile, dispatcher, clock, onAddresses: callGuard.allow })
  // So that the first page knows where people sign in.
  if (profile.addresses.authorize === undefined) void metadata.abilities()
  const probe = createIdentityProbe({ profile, metadata, dispatcher, startCall })
  const verifyIdToken = createIdTokenVerifier({ clientId: profile.clientId, metadata, dispatcher, clock })
  const endpoint = createTokenEndpoint({
    profile,
    metadata,
    redirectUri,
    dispatcher,
    wait,
    startCall,
    identify: createIdentifyPerson({ profile, probe, verifyIdToken }),
    timeoutMs: config.tokenTimeoutMs,
  })
  const upstream = createGraphqlUpstream({
    // Without one no operation is allowed, and the guard refuses the call.
    url: profile.graphql?.url ?? profile.realm,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs: overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS,
    maxConnections: UPSTREAM_CONNECTIONS,
    allowOnly: callGuard.refuseOthers,
  })
  const providerLimits = profile.graphql?.limits ?? NO_LIMITS
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
  const { countLiving, list } = known
  const accessTokens = createAccessTokens({
    clock,
    random,
    wait,
    endpoint,
    pendingRevocations,
    newId: newTokenSetId,
    connections: connectionStore,
    locks: createRefreshLocks({ redis, leaseMs: overrides.leaseMs }),
    onRefresh(report) {
      metrics.refresh(report.outcome)
      // Our credentials refused: nobody but us can mend that.
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
  const { scopes: requestedScopes } = profile
  const checkUp = createCheckUp({
    accessTokens,
    probe,
    store: connectionStore,
    report,
    clock,
    requestedScopes,
  })
  const revocation = createRevocation({
    store: connectionStore,
    principals,
    pendingRevocations,
    endpoint,
    clock,
    storeTime,
    onChange,
    list,
    unusedMs,
    onRevoke: ({ connectionId, outcome, cause }) => {
      metrics.revocation(outcome)
      logger.info({ event: 'token.revoked', connectionId, outcome, cause })
    },
  })
  /** Returns whether the provider confirmed all due revocations of these connections. */
  async function revocationOf(connectionIds: readonly ConnectionId[]): Promise<'confirming' | 'confirmed'> {
    const items = await Promise.all(connectionIds.map((id) => pendingRevocations.items(id)))
    return items.flat().some(({ dueInMs }) => dueInMs <= 0) ? 'confirming' : 'confirmed'
  }

  // 5. Sessions, and what is signed for a browser
  const cookies = chooseCookieNames(config.publicUrl, config)
  const lifetimes = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const [signingSecret] = secrets
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
      // Anyone who was signed in here before may have no other session: the sweeper looks.
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
  const sessionCookieOf = (sessionId: SessionId) =>
    formatCookie(
      { name: cookies.session, value: formatSignedCookie(sessionId, signingSecret) },
      { isSecure: cookies.isSecure, maxAgeSeconds: config.sessionAbsoluteMs / 1000 },
    )
  const browserOf = (browserId: BrowserId) => digestOf(`browser\n${browserId}`) as DigestOf<BrowserId>
  const csrfTokenOf = (browserId: BrowserId) =>
    sign({ secret: signingSecret, purpose: CSRF_PURPOSE, text: browserId })
  const isCsrfToken = (browserId: BrowserId, token: string) =>
    isSignedBy(secrets, { purpose: CSRF_PURPOSE, text: browserId, signature: token })
  const personSignOf = ({ principalId }: Owner) =>
    sign({ secret: signingSecret, purpose: 'person', text: principalId })

  // 6. From the connect form to the result
  const attempts = createAttemptStore({ redis, box })
  const connectResults = createConnectResultStore({ redis })
  const readConnectResult = createConnectResultReading({ revocationOf })
  const journal = createExchangeJournal({ redis, box, storeTime, confirm })
  const finish = createFinishAttempt({
    endpoint,
    pendingRevocations,
    journal,
    probe,
    connectResults,
    countLiving,
    redirectUri,
    clock,
    random,
    storeTime,
    connections: connectionStore,
    addConnection: principals.addConnection,
    announce: changes.announce,
    hasBusinessPages: config.hasBusinessPages,
    principalIdOf: (userId) => principalIdOf(profile.realm, userId),
    replace: createReplace({ disconnect: revocation.disconnect, wait }),
    newId: newTokenSetId,
    onOddAnswer: (fact) => logger.warn({ event: 'token.answer-odd', ...fact }),
  })
  const leaving = createLeaving({
    connections,
    revocation,
    sessions: changes,
    lookAgain: (principalId) => principals.schedule(principalId, 0),
    leaves: createLeaveStore({ redis }),
    abilities: metadata.abilities,
    clientId: profile.clientId,
    signedOutUri: `${ownUrl}${BFF_PATHS.signedOutAtProvider}`,
    revocationOf,
    browserOf,
    newId: () => randomId() as LeaveId,
    clock,
  })
  // Amounts go to no address but one that the provider verifies.
  const letter = profile.person?.emailVerified === undefined ? undefined : reads.letter
  const views = createSessionViews({
    cookies,
    provider: profile,
    hasLetter: letter !== undefined,
    metadata,
    supportUrl: config.supportUrl,
    unusedMs,
    reader,
    people,
    principals,
    connections,
    attempts: {
      find: (attemptId) =>
        attempts.find(attemptId).catch((error: unknown) => {
          // A page can do without it.
          if (error instanceof UnknownKeyError) return undefined
          throw error
        }),
    },
    connectResults,
    readConnectResult,
    csrfTokenOf,
    browserOf,
    device,
    newBrowserId: () => randomId() as BrowserId,
    isReadOnly: createReadOnlyQuestion({ proveWritable: store.proveWritable, clock }),
    onSeen: checkUp.checkUpDue,
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
  const { refusals } = profile
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
    operations: profile.graphql === undefined ? {} : reads.operations,
    concurrency: concurrency.graphql,
  }
  const figuring = {
    ...reading,
    ...keeping,
    callProvider,
    refusals,
    readFigures: reads.readFigures,
    offers: profile.offers,
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
  const connectRoutes = createConnectRoutes({
    provider: profile,
    cookies,
    metadata,
    abilities: metadata.abilities,
    redirectUri,
    reader,
    device,
    attempts,
    relays: createSameSiteRelayStore({ redis, box }),
    connectResults,
    readConnectResult,
    people,
    personSignOf,
    principals,
    countLiving,
    pendingRevocations,
    openSession,
    sessions,
    changes,
    finish,
    browserOf,
    isCsrfToken,
    sessionCookieOf,
    clock,
    wait,
    randomText: randomId,
    findConnection: connections.find,
    renewBeforeStart: createRenewBeforeStart({ freshen: accessTokens.freshen, wait }),
    async findPresent(request) {
      const present = await reader.read(request)
      // A person of the app may have several accounts at the provider.
      if (present?.owner !== undefined) return undefined
      const person = present && (await principals.findPerson(present.principalId))
      return person && present && { principalId: present.principalId, businessName: null, ...person }
    },
    forgetReservation: ({ principalId, reservationId }) =>
      principals.removeSession(principalId, reservationId),
    consumeStart: async (key) => limits.consume('connect', key),
    onAttempt: metrics.attempt,
    onEnd({ result }, facts) {
      const { outcome, intent, reference, connectionId } = result
      // The page says that it is noted: nobody but us can mend that.
      const level = outcome === 'misconfigured' ? 'error' : 'info'
      logger[level]({ event: 'attempt.ended', outcome, intent, reference, connectionId, ...facts })
      metrics.attempt(attemptOutcomeOf(outcome))
    },
  })
  const sessionRoutes = createSessionRoutes({
    cookies,
    reader,
    sessions,
    changes,
    views,
    events,
    heartbeatMs: overrides.heartbeatMs ?? HEARTBEAT_MS,
    stopping: stop.signal,
    onEnded: metrics.sessionEnded,
    lookAfter: (principalId) => void list(principalId).then(checkUp.checkUpDue, () => undefined),
  })
  const leaver = {
    cookies,
    device,
    leaving,
    setClearSiteData,
    onEnded: metrics.sessionEnded,
    onLeft: (fact: object) =>
      logger.info({ event: 'person.left', ...fact, businessName: undefined, endSessionUrl: undefined }),
  }
  const connectionRoutes = createConnectionRoutes({
    changes,
    connections,
    revocation,
    device,
    lastReads,
    lastLooks,
    notes,
    views,
    checkUp,
    clock,
    viewFacts: { requestedScopes, unusedMs },
    timeZoneCookie: cookies.timeZone,
    consumeCheckUp: async (connectionId) => limits.consume('check-up', connectionId),
    onDisconnect: (fact) => logger.info({ event: 'connection.disconnected', ...fact }),
  })
  const findAddress = createFindLetterAddress({ tokens: accessTokens, probe })
  const appName = config.appName ?? new URL(publicUrl).host
  const lettering = { letters, connections, findAddress, storeTime }
  const letterRoutes = createLetterRoutes({ ...lettering, cookies, appName })
  const routes = [
    connectRoutes,
    sessionRoutes,
    createLeaveRoutes({ ...leaver, reader, views }),
    createLeaveFormRoutes({ ...leaver, connections, revocation, isCsrfToken }),
    connectionRoutes,
    ...(letter === undefined ? [] : [letterRoutes]),
  ]

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
      exchanges: journal.list,
      settleExchange: createLostExchanges({
        journal,
        endpoint,
        onSettled: (outcome) => logger.warn({ event: 'exchange.lost', outcome }),
      }),
      sessions: changes,
      onSwept: () => logger.info({ event: 'principal.forgotten' }),
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
      provider: profile.name,
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
    sendLetters: letterWorker && (() => letterWorker.runDue('letter')),
    pendingRevocations,
    attempts,
    countConnections: isWatched ? createConnectionCensus({ redis, principals }) : undefined,
    // Only while a rotation is under way.
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
    draftKeysOf: createDraftKeys(secrets),
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
    /** Reports at `/health/ready` that the process stops; requests are answered all the same. */
    drain: stop.drain,
    /** Ends the streams that would otherwise stay open for ever. */
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
  // One listener per open stream.
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
