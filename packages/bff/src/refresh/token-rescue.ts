import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import type { RefreshPorts } from './refresh-ports.ts'
import { type TokenSet, withoutShared } from '#connections/token-set.ts'

/** The pauses in milliseconds between attempts to store tokens, which are in memory meanwhile, during an outage of the store. */
const RESCUE_WAITS_MS = [50, 200, 500, 1000, 2000, 4000, 8000, 8000] as const

/** Tokens held in memory because the store did not take them, or perhaps not its replicas. */
interface Rescue {
  readonly spentId: TokenSetId
  readonly write: () => Promise<{ readonly kind: 'updated' | 'unchanged' | 'missing' }>
  /** True if the primary has the tokens, but perhaps no replica. */
  readonly isStored: boolean
  readonly ended: Promise<void>
}

/** New tokens for `spent` that arrived while the store was down. */
interface LostTokens extends Pick<Rescue, 'write'> {
  readonly connectionId: ConnectionId
  readonly spent: TokenSet
  readonly fresh: TokenSet
  /** True if they are stored, but a failover may lose them: then they must not be revoked here. */
  readonly isStored: boolean
}

type Ports = Pick<RefreshPorts, 'connections' | 'endpoint' | 'pendingRevocations' | 'wait'>

export type TokenRescue = ReturnType<typeof createTokenRescue>

/** Creates the place for tokens that the provider gave and the store did not take, until they are stored or revoked. */
export function createTokenRescue(ports: Ports) {
  const rescues = new Map<string, Rescue>()
  return {
    /** Returns the new tokens for `spent` while they are held. */
    find(connectionId: ConnectionId, spent: TokenSet): Pick<Rescue, 'write'> | undefined {
      const rescue = rescues.get(connectionId)
      return rescue?.spentId === spent.id ? rescue : undefined
    },
    begin(lost: LostTokens): void {
      const { connectionId, spent, write, isStored } = lost
      const ended = rescueTokens(ports, lost).finally(() => {
        if (rescues.get(connectionId)?.ended === ended) rescues.delete(connectionId)
      })
      rescues.set(connectionId, { spentId: spent.id, write, isStored, ended })
    },
    /** Adds tokens that lost the race to the list of pending revocations, except a token that `current` uses too. */
    discard: (connectionId: ConnectionId, current: ConnectionRecord | undefined, fresh: TokenSet) =>
      discard(ports, { connectionId, fresh }, current),
    /** Resolves when no tokens are held only in memory. */
    async settle(): Promise<void> {
      const unstored = [...rescues.values()].filter(({ isStored }) => !isStored)
      await Promise.allSettled(unstored.map(({ ended }) => ended))
    },
  }
}

/** Retries to store the tokens after the store went down between check and write, and revokes those that cannot be stored. */
async function rescueTokens(ports: Ports, lost: LostTokens): Promise<void> {
  const { connectionId, spent, fresh, write } = lost
  let { isStored } = lost
  for (const waitMs of RESCUE_WAITS_MS) {
    await ports.wait(waitMs)
    try {
      const written = await write()
      if (written.kind === 'updated') return
      const current = await ports.connections.find(connectionId)
      // The write may have been done although its answer was lost.
      if (current?.tokens?.id === fresh.id) await ports.connections.confirm(connectionId)
      // Once they were stored, a later refresh may have replaced them: revoking them would end the new ones too.
      else if (!isStored) await discard(ports, lost, current)
      return
    } catch (error) {
      // The store or its replicas are still down.
      isStored ||= error instanceof NotReplicatedError
    }
  }
  if (isStored) return
  for (const token of [fresh.refreshToken, fresh.accessToken]) {
    if (token !== spent.refreshToken && token !== spent.accessToken) await ports.endpoint.revoke(token)
  }
}

async function discard(
  ports: Ports,
  { connectionId, fresh }: Pick<LostTokens, 'connectionId' | 'fresh'>,
  current: ConnectionRecord | undefined,
): Promise<void> {
  const kept = current?.tokens
  if (kept?.id === fresh.id) return
  await ports.pendingRevocations.add(connectionId, [withoutShared(fresh, kept)], 0)
}
