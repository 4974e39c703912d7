import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { ConnectionStore, UpdateResult } from '#connections/connection-store.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { RevocationStore } from './revocation-store.ts'

/** What {@link createRevocation} needs of the world. */
export interface RevocationPorts {
  readonly store: Pick<ConnectionStore, 'find' | 'update' | 'remove'>
  readonly principals: Pick<
    PrincipalStore,
    'connectionIds' | 'addConnection' | 'forget' | 'forgotten' | 'settleForgotten' | 'leave'
  >
  readonly pendingRevocations: Pick<
    RevocationStore,
    'items' | 'schedule' | 'scheduleNext' | 'confirm' | 'finish' | 'noteOverdue'
  >
  readonly endpoint: Pick<TokenEndpoint, 'revoke'>
  /** All connections of a principal that can be read. */
  readonly list: (principalId: PrincipalId) => Promise<readonly ConnectionRecord[]>
  readonly clock: () => number
  /** What is judged by all processes alike is judged by the store's clock. */
  readonly storeTime: () => Promise<number>
  /** How long a connection lives that its person does not use. */
  readonly unusedMs: number
  readonly onChange: (principalId: PrincipalId) => void
  readonly onRevoke?: (fact: {
    connectionId: ConnectionId
    outcome: 'confirmed' | 'again'
    cause?: string
  }) => void
}

/** Ends one connection here, if it is still what is meant: its tokens wait for their revocation from the same step on. */
export type EndConnection = (
  connectionId: ConnectionId,
  how: {
    readonly isMeant: (current: ConnectionRecord) => boolean
    readonly graceDelayMs?: number
    readonly kind?: 'disconnected' | 'unused'
  },
) => Promise<UpdateResult>
