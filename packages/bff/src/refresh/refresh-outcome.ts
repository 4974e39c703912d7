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
  /** The record under the lock, before the refresh token was sent. */
  readonly record: ConnectionRecord
  /** The tokens whose refresh token was sent. */
  readonly spent: TokenSet
  /** The present tokens, if they can be used when the refresh fails. */
  readonly fallback: TokenSet | undefined
  /** The access token that the provider has just refused. */
  readonly refusedToken: AccessToken | undefined
}

/** Stores new tokens if the old ones are still stored; else the new ones are revoked. */
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
    // The token can be used for this query; token-rescue stores it again if a failover loses it.
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
 * Notes that the provider gave no tokens, if the tokens sent are still the stored ones.
 * @param mayBeSpent True if the provider may have given tokens that we never received.
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
      // A refused grant ends its whole family at the provider too: an answer that was lost may have had tokens.
      return isFinal ? { ...after, tokens: null, refreshInFlight: null } : after
    },
    () => (isFinal ? [spent] : []),
  )
  if (noted.kind === 'missing') return { kind: 'missing' }
  return readOutcome(ports, connectionId, { failed: spent })
}

/** Returns the result of the stored record, without another call to the provider. */
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
