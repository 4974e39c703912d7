import type { ConnectionId } from '@counterfoil/oauth/ids'
import { createLossReport } from '#check-up/business-loss.ts'
import { createCheckUp } from '#check-up/check-up.ts'
import { createConnections } from '#connections/connections.ts'
import { createRevocation } from '#revocation/revocation.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Stores } from './stores.ts'
import { joinTokens } from './tokens.ts'

export type Connected = ReturnType<typeof joinConnections>

/** What is done with connections: reading, noting, refreshing, checking and ending them. */
export function joinConnections(deps: Opened & Stores & Provider) {
  const { config, clock, storeTime, logger, metrics, probe, endpoint } = deps
  const { connectionStore: store, principals, pendingRevocations } = deps
  const onChange = deps.events.publish
  const known = createConnections({
    ...{ store, principals, clock, roughStoreTime: deps.roughStoreTime, onChange },
    onUnreadable: (fact) => logger.error({ event: 'connection.unreadable', ...fact }),
    onUnnoted: (fact) => logger.warn({ event: 'connection.unnoted', ...fact }),
  })
  const revocation = createRevocation({
    ...{ store, principals, pendingRevocations, endpoint, clock, storeTime, onChange, list: known.list },
    unusedMs: config.connectionUnusedMs,
    onRevoke: ({ connectionId, outcome, cause }) => {
      metrics.revocation(outcome)
      logger.info({ event: 'token.revoked', connectionId, outcome, cause })
    },
  })
  const accessTokens = joinTokens(deps)
  const report = createLossReport({
    find: known.find,
    getToken: accessTokens.get,
    askBusiness: probe.askBusiness,
    report: known.report,
    onUnconfirmed: (fact) => logger.info({ event: 'connection.loss-unconfirmed', ...fact }),
  })
  return {
    connections: { ...known, report },
    revocation,
    accessTokens,
    checkUp: createCheckUp({
      ...{ accessTokens, probe, store, report, clock },
      requestedScopes: config.provider.scopes,
    }),
    /** Returns whether the provider confirmed all due revocations of these connections. */
    async revocationOf(connectionIds: readonly ConnectionId[]): Promise<'confirming' | 'confirmed'> {
      const items = await Promise.all(connectionIds.map((id) => pendingRevocations.items(id)))
      return items.flat().some(({ dueInMs }) => dueInMs <= 0) ? 'confirming' : 'confirmed'
    },
  }
}
