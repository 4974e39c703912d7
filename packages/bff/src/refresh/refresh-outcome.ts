import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { applyEvent, renewRecord, type ConnectionRecord } from '#connections/connection.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import { fallBack, resultOf, type AccessTokenResult } from './access-token-result.ts'
import type { RefreshPorts, RefreshReport } from './refresh-ports.ts'
import type { TokenRescue } from './token-rescue.ts'
import { decideTokenUse } from './token-use.ts'

export type Report = (
  outcome: RefreshReport['outcome'],
  more?: Pick<RefreshReport, 'cause' | 'oddFields'>,
) => void

export interface Refresh {
  readonly ports: RefreshPorts
  readonly rescue: TokenRescue
  readonly report: Report
  /** As it was under the lock, before anything was spent. */
  readonly record: ConnectionRecord
  /** The set whose refresh token was sent. */
  readonly spent: TokenSet
  /** The present token still works if the refresh cannot be had now. */
  readonly fallback: TokenSet | undefined
  /** An access token the provider has just refused. */
  readonly refusedToken: AccessToken | undefined
}

/** Writes new tokens if the old ones are still stored; else the new ones are revoked. */
export async function storeFresh(
  { ports, rescue, record: { id: connectionId }, spent, report }: Refresh,
  fresh: TokenSet,
  oddFields: RefreshReport['oddFields'],
): Promise<AccessTokenResult> {
  const odd = oddFields === undefined || oddFields.length === 0 ? {} : { oddFields }
  const write = () =>
    ports.connections.update(connectionId, (current) =>
      current.tokens?.id === spent.id ? renewRecord(current, fresh, ports.clock()) : undefined,
    )
  let written: Awaited<ReturnType<typeof write>>
  try {
    written = await write()
  } catch (error) {
    report('store_failed', odd)
    const isStored = error instanceof NotReplicatedError
    rescue.begin({ connectionId, spent, fresh, write, isStored })
    const stored = isStored ? await ports.connections.find(connectionId) : undefined
    // Good for this query; token-rescue stores it again if a failover loses it.
    if (stored?.tokens?.id === fresh.id)
      return { kind: 'use', accessToken: fresh.accessToken, connection: stored }
    throw error
  }
  if (written.kind === 'updated') {
    report('tokens', odd)
    await ports.onStep?.('stored', connectionId)
    return { kind: 'use', accessToken: fresh.accessToken, connection: written.after }
  }
  report('lost_to_newer', odd)
  await rescue.discard(connectionId, written.kind === 'unchanged' ? written.current : undefined, fresh)
  return readOutcome(ports, connectionId)
}

/**
 * The provider gave no tokens. Only if ours are still the stored ones does that say anything.
 * @param mayBeSpent May the provider have given tokens that we never saw?
 */
export async function noteRefusal(
  { ports, record: { id: connectionId }, spent }: Pick<Refresh, 'ports' | 'record' | 'spent'>,
  event: ConnectionEvent,
  mayBeSpent: boolean,
): Promise<AccessTokenResult> {
  const isFinal = event.kind === 'grant_refused' || event.kind === 'grant_lost'
  const happenedAtMs = ports.clock()
  const noted = await ports.connections.update(
    connectionId,
    (current) => {
      if (current.tokens?.id !== spent.id) return undefined
      const applied = applyEvent(current, event, happenedAtMs)
      const after =
        mayBeSpent || current.refreshInFlight === null ? applied : { ...applied, refreshInFlight: null }
      // A refused grant ends its whole family at the provider too: an answer we never saw may have made tokens.
      return isFinal ? { ...after, tokens: null, refreshInFlight: null } : after
    },
    () => (isFinal ? [spent] : []),
  )
  if (noted.kind === 'missing') return { kind: 'missing' }
  return readOutcome(ports, connectionId, { failed: spent })
}

/** What the stored record says now, without asking the provider again. */
export async function readOutcome(
  ports: Pick<RefreshPorts, 'connections' | 'clock'>,
  connectionId: ConnectionId,
  facts: { readonly refusedToken?: AccessToken | undefined; readonly failed?: TokenSet } = {},
): Promise<AccessTokenResult> {
  const record = await ports.connections.find(connectionId)
  if (record === undefined) return { kind: 'missing' }
  const decision = decideTokenUse(record, ports.clock(), facts.refusedToken)
  if (decision.kind !== 'refresh') return resultOf(record, decision)
  const fallback = facts.failed?.id === decision.tokens.id ? decision.fallback : undefined
  return fallBack(record, fallback, ports.clock() + 1000)
}
