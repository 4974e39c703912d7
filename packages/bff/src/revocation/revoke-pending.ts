import type { ConnectionId } from '@counterfoil/oauth/ids'
import { isLiving, type ConnectionRecord } from '#connections/connection.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'
import { issuedToOf, withoutShared } from '#connections/token-set.ts'
import type { RevokeOutcome } from '#provider/token-outcome.ts'
import type { RevocationPorts } from './revocation-ports.ts'

export type RevokeRun =
  | { readonly kind: 'confirmed' }
  /** More came in meanwhile and is on the list. */
  | { readonly kind: 'later' }
  | {
      readonly kind: 'again'
      readonly retryAfterMs: number | undefined
      /** How long the refused revocation is overdue. */
      readonly overdueMs: number
    }

/** What is refused for so long does not mend itself: a person should look. */
const OVERDUE_MS = 900_000

type Ports = Pick<RevocationPorts, 'store' | 'pendingRevocations' | 'endpoint' | 'onChange' | 'onRevoke'>

/** Builds the function that revokes at the provider what the list of pending revocations holds for one connection. */
export function createRevokePending(ports: Ports): (connectionId: ConnectionId) => Promise<RevokeRun> {
  const { store, pendingRevocations } = ports

  /**
   * Looks again: something may have come in meanwhile, for now or for later. The record is written before the
   * connection leaves the list: a process that ends in between leaves a job, not a "confirming" that never ends.
   */
  async function conclude(connectionId: ConnectionId): Promise<RevokeRun> {
    const dueInMs = (await pendingRevocations.items(connectionId)).map((item) => item.dueInMs)
    if (dueInMs.some((leftMs) => leftMs <= 0)) {
      await pendingRevocations.schedule(connectionId, 0)
      return { kind: 'later' }
    }
    const noted = await store.update(connectionId, (current) =>
      !isLiving(current) && current.revocation === 'confirming'
        ? { ...current, revocation: 'confirmed' }
        : undefined,
    )
    if (dueInMs.length === 0) await pendingRevocations.finish(connectionId)
    else await pendingRevocations.schedule(connectionId, Math.min(...dueInMs))
    if (noted.kind === 'updated') ports.onChange(noted.after.principalId)
    return { kind: 'confirmed' }
  }

  return async (connectionId) => {
    const items = await pendingRevocations.items(connectionId)
    // Read after the items: storing a token set takes it off the list in the same step, so what is stored by now is
    // not revoked.
    const stored = await store.find(connectionId)
    let unread: RevokeRun | undefined
    for (const item of items) {
      const { itemId, dueInMs } = item
      if (dueInMs > 0 || stored?.tokens?.id === itemId) continue
      const outcome = await revokeItem(ports.endpoint, item, stored)
      const cause = 'cause' in outcome ? { cause: outcome.cause } : {}
      ports.onRevoke?.({ connectionId, outcome: outcome.kind, ...cause })
      if (outcome.kind === 'confirmed') {
        await pendingRevocations.confirm(connectionId, itemId)
        continue
      }
      if (-dueInMs >= OVERDUE_MS) await pendingRevocations.noteOverdue(connectionId)
      const run = { kind: 'again', retryAfterMs: outcome.retryAfterMs, overdueMs: -dueInMs } as const
      // Items that cannot be opened do not hold up the others.
      if (item.tokens !== undefined) return run
      unread = run
    }
    return unread ?? conclude(connectionId)
  }
}

async function revokeItem(
  endpoint: Ports['endpoint'],
  { tokens, fault, requestId }: PendingRevocation,
  stored: ConnectionRecord | undefined,
): Promise<RevokeOutcome> {
  const again = (cause: string) => ({ kind: 'again', cause, retryAfterMs: undefined }) as const
  // Whether they are revoked, or used by another set, is known only after they are opened.
  if (tokens === undefined) return again(fault ?? 'unknown_key')
  if (stored?.unreadable?.fault === 'unknown_key') return again('unknown_key')
  const { refreshToken, accessToken } = withoutShared(tokens, stored?.tokens)
  // The refresh token first: revoking it ends the access tokens of its family too (RFC 7009 section 2.1).
  for (const token of [refreshToken, accessToken]) {
    if (token === '') continue
    const outcome = await endpoint.revoke(token, { issuedTo: issuedToOf(tokens), requestId })
    if (outcome.kind === 'again') return outcome
  }
  return { kind: 'confirmed' }
}
