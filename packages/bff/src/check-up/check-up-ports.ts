import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionStore } from '#connections/connection-store.ts'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

export interface CheckUpPorts {
  readonly accessTokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly probe: IdentityProbe
  readonly store: Pick<ConnectionStore, 'find' | 'update'>
  readonly report: (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void>
  readonly requestedScopes: readonly string[]
  readonly clock: () => number
}
