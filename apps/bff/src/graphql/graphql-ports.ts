import type { AccessToken, ConnectionId, DigestOf, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { ConnectionRecord } from '#connections/connection.ts'

/** The session of a request, as far as a GraphQL call needs it. */
export interface CallerSession {
  /** May be logged; not the session's id. */
  readonly sessionDigest: DigestOf<SessionId>
  readonly principalId: PrincipalId
}

export interface CallerSessions<Session extends CallerSession> {
  /** Undefined: no cookie, not ours, or ended. Does not extend the session. */
  read(cookieHeader: string | undefined): Promise<Session | undefined>
  /** Extends the idle life; writes only now and then. */
  touch(session: Session): Promise<void>
}

/** How a connection can be used at this moment. */
export type TokenUse =
  | { readonly kind: 'use'; readonly accessToken: AccessToken; readonly connection: ConnectionRecord }
  | { readonly kind: 'ended'; readonly state: 'reconnect' | 'plan_ended' | 'disconnected' }
  | {
      readonly kind: 'unavailable'
      readonly reason: 'provider_down' | 'rate_limited' | 'misconfigured'
      readonly retryAtMs: number
    }
  | { readonly kind: 'missing' }

export interface TokenSource {
  /**
   * Refreshes first when it is due. `missing` when the connection is not of this person.
   * @param principalId On its way: session and connection are read at the same time.
   */
  get(connectionId: ConnectionId, principalId: Promise<PrincipalId | undefined>): Promise<TokenUse>
  /** The provider refused `staleAccessToken`: another one, from the store or by a refresh. */
  renew(connectionId: ConnectionId, staleAccessToken: AccessToken): Promise<TokenUse>
}

export interface ConnectionReports {
  /** Tells what an answer said about the connection. Never throws. */
  report(connectionId: ConnectionId, event: ConnectionEvent): Promise<unknown>
  /** Tells that the person used the connection. Never throws; writes only now and then. */
  use(connection: ConnectionRecord): Promise<void>
}
