import type { ProviderAllowance } from '#limits/provider-allowance-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { TraceContext } from '@counterfoil/service/trace'
import type { CallSpan } from '@counterfoil/service/tracing'
import type { AnswerKeeper } from './answer-keeper.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { GraphqlUpstream, UpstreamAnswer } from './graphql-upstream.ts'
import type { AccessToken, ConnectionId, DigestOf, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/request-id-middleware'
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

export interface ProviderCallDeps {
  readonly clock: () => number
  readonly tokens: TokenSource
  readonly connections: ConnectionReports
  readonly upstream: GraphqlUpstream
  /** Keeps what was read last. */
  readonly answers?: AnswerKeeper | undefined
  /** Keeps all calls together within what the provider takes. */
  readonly allowance: ProviderAllowance
  readonly metrics: Pick<BffMetrics, 'replay'>
  /** Begins to record a call as a part of a request's trace, when there is one. */
  readonly recordCall?: (call: {
    readonly call: string
    readonly name: string
    readonly trace: TraceContext | undefined
    readonly attributes: Readonly<Record<string, string>>
  }) => CallSpan
}

/** Whoever waits for an answer: when it closes, nobody reads the answer any more. A browser's connection is one. */
export interface Listener {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

export interface ProviderCall {
  readonly connectionId: ConnectionId
  readonly access: Extract<TokenUse, { kind: 'use' }>
  readonly operation: ResolvedOperation
  readonly requestId: RequestId
  readonly incoming: Readonly<Record<string, string | string[] | undefined>>
  /** When it goes, so does the call. */
  readonly res: Listener
  readonly trace: TraceContext | undefined
  /** Of a mutation. */
  readonly idempotencyKey?: string | undefined
  /** May this process still send it, right now? Asked before every sending. */
  readonly maySend?: () => boolean
}

export type CallProvider = (call: ProviderCall) => Promise<UpstreamAnswer | undefined>
