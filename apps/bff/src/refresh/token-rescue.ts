import type { AccessToken, ConnectionId, RefreshToken, TokenSetId } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import type { RefreshPorts } from './refresh-ports.ts'
import { NO_REFRESH_TOKEN, type TokenSet } from '#connections/token-set.ts'

/** How long tokens that came while the store was away are held in memory. */
const RESCUE_WAITS_MS = [50, 200, 500, 1000, 2000, 4000, 8000, 8000] as const

/** Tokens held in memory because the store did not take them, or not surely. */
interface Rescue {
  readonly spentId: TokenSetId
  readonly write: () => Promise<{ readonly kind: 'updated' | 'unchanged' | 'missing' }>
  /** Then it is the replicas that have them not. */
  readonly isStored: boolean
  readonly ended: Promise<void>
}

/** What becomes of tokens that the provider gave and the store did not take: stored in the end, or dead. */
export function createTokenRescue(
  ports: Pick<RefreshPorts, 'connections' | 'endpoint' | 'pendingRevocations' | 'wait'>,
) {
  const rescues = new Map<string, Rescue>()

  /** The store went away between proving and writing: keep trying, and revoke what cannot be stored. */
  async function rescueTokens({
    connectionId,
    spent,
    fresh,
    write,
    ...known
  }: {
    readonly connectionId: ConnectionId
    readonly spent: TokenSet
    readonly fresh: TokenSet
    readonly write: Rescue['write']
    /** They are stored, but a failover may lose them: then they must not be revoked here. */
    readonly isStored: boolean
  }): Promise<void> {
    let { isStored } = known
    for (const waitMs of RESCUE_WAITS_MS) {
      await ports.wait(waitMs)
      try {
        const written = await write()
        if (written.kind === 'updated') return
        const current = await ports.connections.find(connectionId)
        // A lost answer to a write that was done looks like this too.
        if (current?.tokens?.id === fresh.id) await ports.connections.confirm(connectionId)
        // Once they were stored, others may have come of them since: revoking them would end those too.
        else if (!isStored) await discard(connectionId, current, fresh)
        return
      } catch (error) {
        // Still away, or without its replicas.
        isStored ||= error instanceof NotReplicatedError
      }
    }
    if (!isStored) await revokeLeftovers([fresh.refreshToken, fresh.accessToken], spent)
  }

  /** Tokens that lost the race: dead soon, through the list of pending revocations. What the stored record still uses stays alive. */
  async function discard(
    connectionId: ConnectionId,
    current: ConnectionRecord | undefined,
    fresh: TokenSet,
  ): Promise<void> {
    const kept = current?.tokens
    if (kept?.id === fresh.id) return
    // Killing a refresh token may kill its whole family: a shared one must live.
    const refreshToken = kept?.refreshToken === fresh.refreshToken ? NO_REFRESH_TOKEN : fresh.refreshToken
    await ports.pendingRevocations.add(connectionId, [{ ...fresh, refreshToken }], 0)
  }

  async function revokeLeftovers(
    leftovers: readonly (AccessToken | RefreshToken)[],
    spent: TokenSet,
  ): Promise<void> {
    for (const token of leftovers) {
      if (token !== spent.refreshToken && token !== spent.accessToken) await ports.endpoint.revoke(token)
    }
  }

  return {
    /** The tokens that came for `spent`, while they are held. */
    find(connectionId: ConnectionId, spent: TokenSet): Pick<Rescue, 'write'> | undefined {
      const rescue = rescues.get(connectionId)
      return rescue?.spentId === spent.id ? rescue : undefined
    },
    begin(lost: Parameters<typeof rescueTokens>[0]): void {
      const { connectionId, spent, write, isStored } = lost
      const ended = rescueTokens(lost).finally(() => {
        if (rescues.get(connectionId)?.ended === ended) rescues.delete(connectionId)
      })
      rescues.set(connectionId, { spentId: spent.id, write, isStored, ended })
    },
    discard,
    /** Resolves when no tokens are held in memory alone any more. */
    async settle() {
      const unstored = [...rescues.values()].filter(({ isStored }) => !isStored)
      await Promise.allSettled(unstored.map(({ ended }) => ended))
    },
  }
}
