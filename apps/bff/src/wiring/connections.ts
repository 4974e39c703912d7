import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { randomId } from '@counterfoil/service/random'
import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { StoreTime } from '#redis/store-time.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import type { Replication } from '#redis/replication-store.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import type { CallSpan } from '#telemetry/tracing.ts'
import { createAccessTokens } from '#refresh/access-tokens.ts'
import type { RefreshStep } from '#refresh/refresh-ports.ts'
import { createRefreshLocks } from '#refresh/refresh-lock-store.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { createTokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { Dispatcher } from 'undici'
import type { Config } from '../config.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import { createLossReport } from '#check-up/business-loss.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import { createConnections } from '#connections/connections.ts'
import { createIdentityProbe } from '#provider/identity-probe-client.ts'
import { createLastReadStore } from '#connections/last-read-store.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { createCheckUp } from '#check-up/check-up.ts'
import { createRevocation } from '#revocation/revocation.ts'
import { createRevocationStore } from '#revocation/revocation-store.ts'

/** People, their connections and the tokens of these: stores, the calls to the provider, and what joins them. */
export function joinConnections(deps: {
  readonly config: Config
  readonly store: RedisClient
  readonly replication: Replication
  readonly box: SealedBox
  readonly dispatcher: Dispatcher
  readonly redirectUri: string
  readonly metrics: BffMetrics
  readonly logger: Logger
  readonly clock: Clock
  readonly storeTime: StoreTime
  readonly random: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly startCall: ((name: string) => CallSpan | undefined) | undefined
  readonly leaseMs: number | undefined
  readonly onStep: ((step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>) | undefined
}) {
  const { config, box, dispatcher, metrics, logger, clock, storeTime, random, startCall, leaseMs, onStep } =
    deps
  const { redis, openSubscriber } = deps.store
  const { confirm } = deps.replication
  const { provider } = config
  const endpoint = createTokenEndpoint({
    provider,
    redirectUri: deps.redirectUri,
    timeoutMs: config.tokenTimeoutMs,
    dispatcher,
    wait: deps.wait,
    startCall,
  })
  const probe = createIdentityProbe({ graphqlUrl: provider.graphqlUrl, dispatcher, startCall })

  const events = createSessionEvents({ redis, openSubscriber })
  const principals = createPrincipalStore({ redis, storeTime, confirm })
  const pendingRevocations = createRevocationStore({ redis, box, storeTime, confirm })
  const connectionStore = createConnectionStore({
    redis,
    box,
    storeTime,
    confirm,
    onVisibleChange(after, before) {
      events.publish(after.principalId)
      const { state, reason } = after.health
      if (state === before?.health.state && reason === before.health.reason) return
      const from = before?.health.state ?? null
      const facts = { connectionId: after.id, from, to: state, reason, requestId: presentRequestId() }
      logger.info({ event: 'connection.state', ...facts })
    },
    scheduleRevocation: pendingRevocations.schedule,
    onUnreadable: (fact) => logger.error({ event: 'connection.tokens-unreadable', ...fact }),
  })
  const known = createConnections({
    store: connectionStore,
    principals,
    clock,
    storeTime,
    onChange: events.publish,
    onUnreadable: (fact) => logger.error({ event: 'connection.unreadable', ...fact }),
    onUnnoted: (fact) => logger.warn({ event: 'connection.unnoted', ...fact }),
  })
  const revocation = createRevocation({
    store: connectionStore,
    principals,
    pendingRevocations,
    endpoint,
    list: known.list,
    clock,
    storeTime,
    unusedMs: config.connectionUnusedMs,
    onChange: events.publish,
    onRevoke: ({ connectionId, outcome, cause }) => {
      metrics.revocation(outcome)
      logger.info({ event: 'token.revoked', connectionId, outcome, cause })
    },
  })
  const accessTokens = createAccessTokens({
    connections: connectionStore,
    locks: createRefreshLocks({ redis, ...(leaseMs === undefined ? {} : { leaseMs }) }),
    endpoint,
    pendingRevocations,
    clock,
    random,
    newId: () => randomId() as TokenSetId,
    wait: deps.wait,
    onRefresh: (report) => {
      metrics.refresh(report.outcome)
      // Our credentials refused: nobody but us can mend that.
      const level = report.outcome === 'misconfigured' ? 'error' : 'info'
      logger[level]({ event: 'token.refresh', ...report, requestId: presentRequestId() })
    },
    onLockWait: metrics.lockWait,
    ...(onStep === undefined ? {} : { onStep }),
  })
  const report = createLossReport({
    find: known.find,
    getToken: accessTokens.get,
    askBusiness: probe.askBusiness,
    report: known.report,
    onUnconfirmed: (fact) => logger.info({ event: 'connection.loss-unconfirmed', ...fact }),
  })
  const connections = { ...known, report }
  const checkUp = createCheckUp({
    accessTokens,
    probe,
    store: connectionStore,
    report: connections.report,
    requestedScopes: provider.scopes,
    clock,
  })
  return {
    ...{
      endpoint,
      probe,
      events,
      principals,
      pendingRevocations,
      connectionStore,
      connections,
      revocation,
      accessTokens,
      checkUp,
    },
    lastReads: createLastReadStore({ redis, box, clock }),
    /** Has the provider confirmed everything of these that must die now? */
    async revocationOf(connectionIds: readonly ConnectionId[]): Promise<'confirming' | 'confirmed'> {
      const items = await Promise.all(connectionIds.map((id) => pendingRevocations.items(id)))
      return items.flat().some(({ dueInMs }) => dueInMs <= 0) ? 'confirming' : 'confirmed'
    },
  }
}
