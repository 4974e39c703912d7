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
import type { AccessTokenResult } from '#refresh/access-token-result.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

export interface ProviderCallDeps {
  readonly clock: () => number
  readonly tokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly connections: Pick<Connections, 'report' | 'use'>
  readonly upstream: GraphqlUpstream
  readonly refusals: Refusals
  readonly answers?: AnswerKeeper | undefined
  /** Keeps all calls together within what the provider takes. */
  readonly allowance: ProviderAllowance
  readonly metrics: Pick<BffMetrics, 'replay'>
  /** Begins to record a call as a part of a request's trace, when there is one. */
  readonly recordCall?: RecordCall
}

/** Anyone who waits for an answer: when it closes, nobody reads the answer any more. A browser's connection is one. */
export interface Listener {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
  /** Takes a listener away again, where many come and go. */
  off?(event: 'close', listener: () => void): unknown
}

export interface ProviderCall {
  readonly connectionId: ConnectionId
  readonly access: Extract<AccessTokenResult, { kind: 'use' }>
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
