/** The answer of `GET /api/session`, with the parts that the state of a connection needs. */
export interface SessionState {
  readonly person: object | null
  readonly connections: readonly {
    readonly id: string
    readonly state: ConnectedState | 'none' | 'connecting'
    readonly reason: string | null
    readonly businessId: string | null
    readonly businessName: string | null
  }[]
  readonly selectedConnectionId: string | null
  readonly openAttempt: object | null
  readonly csrfToken: string
}

type ConnectedState = 'connected' | 'limited' | 'reconnect' | 'plan_ended' | 'trouble' | 'disconnected'

/** The connected business; `id` is the provider's id. */
export interface Business {
  readonly id: string
  readonly name: string | null
}

/**
 * - `loading`: not known yet; `unreachable`: the app's server did not answer, or nobody is signed in to an app with its own sign-in.
 * - `none`, `connecting`: nothing is connected; `connecting`: the person went to the provider and has not come back.
 * - `connected`: the connection works; `limited`: it works without some permissions.
 * - `reconnect`: only the person can repair it, by {@link UseConnection.reconnect}.
 * - `plan_ended`, `trouble`: the provider refuses or does not answer; nothing needs to be connected again.
 * - `disconnected`: the connection was ended.
 */
export type ConnectionStatus =
  | { readonly state: 'loading' | 'unreachable' | 'none' | 'connecting'; readonly business: null }
  | {
      readonly state: ConnectedState
      /** The connected business. Null if people have no businesses at this provider. */
      readonly business: Business | null
      readonly connectionId: string
      /** The reason for `reconnect` and `trouble`: a stable word such as `removed_at_provider`. Null otherwise. */
      readonly reason: string | null
    }

/** Returns the status of the connection that a session shows. @param session Undefined if it has not been read yet. */
export function statusOf(session: SessionState | undefined): ConnectionStatus {
  if (session === undefined) return { state: 'loading', business: null }
  const connection = session.connections.find(({ id }) => id === session.selectedConnectionId)
  if (connection === undefined || connection.state === 'none' || connection.state === 'connecting')
    return { state: session.openAttempt === null ? 'none' : 'connecting', business: null }
  const { id, state, reason, businessId, businessName } = connection
  return {
    state,
    business: businessId === null ? null : { id: businessId, name: businessName },
    connectionId: id,
    reason,
  }
}
