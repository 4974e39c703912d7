import type { ProviderAllowance } from '#limits/provider-allowance-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import type { RecordCall } from '#operations/provider-calls.ts'
import type { AnswerKeeper } from './answer-keeper.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import type { GraphqlUpstream, UpstreamAnswer } from './graphql-upstream.ts'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Connections } from '#connections/connections.ts'
import type { AccessTokenResult } from '#refresh/token-use.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

export interface ProviderCallDeps {
  readonly clock: () => number
  readonly tokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly connections: Pick<Connections, 'report' | 'use'>
  readonly upstream: GraphqlUpstream
  readonly refusals: Refusals
  readonly answers?: AnswerKeeper | undefined
  /** Limits all calls together to what the provider allows. */
  readonly allowance: ProviderAllowance
  readonly metrics: Pick<BffMetrics, 'replay'>
  /** Begins to record a call as a part of a request's trace, if there is one. */
  readonly recordCall?: RecordCall
}

/** A receiver of an answer, such as a browser's connection. Once it is closed, nobody reads the answer. */
export interface Listener {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
  /** Removes a listener; needed if many are added. */
  off?(event: 'close', listener: () => void): unknown
}

export interface ProviderCall {
  readonly connectionId: ConnectionId
  readonly access: Extract<AccessTokenResult, { kind: 'use' }>
  readonly operation: ResolvedOperation
  readonly requestId: RequestId
  readonly incoming: Readonly<Record<string, string | string[] | undefined>>
  /** The receiver of the answer. If it closes, the call is cancelled. */
  readonly res: Listener
  readonly trace: TraceContext | undefined
  /** The idempotency key of a mutation; undefined for a query. */
  readonly idempotencyKey?: string | undefined
  /** Returns true if this process may still send the call; called before every sending. */
  readonly maySend?: () => boolean
}

export type CallProvider = (call: ProviderCall) => Promise<UpstreamAnswer | undefined>
