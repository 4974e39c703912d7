import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** How a GraphQL request of a page ended. */
export type GraphqlOutcome =
  | 'relayed'
  | 'refused'
  | 'connection-ended'
  | 'provider-unavailable'
  | 'provider-timeout'
  | 'provider-rate-limited'
  | 'provider-broke-off'
  | 'browser-gone'
  | 'store-unavailable'
  | 'failed'

/** What operators count; every name and label is in the README's table. */
export interface BffMetrics {
  graphql(outcome: GraphqlOutcome, tookMs: number): void
  /** A query was sent again after a refresh. */
  replay(result: 'answered' | 'refused-again' | 'no-token'): void
  refusedRequest(layer: string): void
  refresh(outcome: string): void
  lockWait(waitedMs: number): void
  attempt(how: 'begun' | 'connected' | 'abandoned' | 'mismatched' | 'declined' | 'failed'): void
  sessionEnded(reason: 'signed_out' | 'everywhere' | 'ended_elsewhere' | 'idle' | 'absolute'): void
  /** A session cookie of an older secret was sent again under the newest. */
  sessionSignedAnew(): void
  revocation(result: 'confirmed' | 'again'): void
  revokeBacklog(count: number): void
  storeReady(isReady: boolean): void
  /** A write was made, and is not known to survive a failover. */
  storeUnreplicated(): void
}

/** Registers the BFF's metrics in `registry`. */
export function createBffMetrics(registry: Registry): BffMetrics {
  const registers = [registry]
  const counter = <Label extends string>(
    options: { readonly name: `counterfoil_${string}_total`; readonly help: string },
    labelNames: Label[],
  ) => new Counter({ ...options, labelNames, registers })

  const graphql = new Histogram({
    name: 'counterfoil_graphql_seconds',
    help: 'GraphQL requests of pages by how they ended, with their time.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const lockWait = new Histogram({
    name: 'counterfoil_refresh_lock_wait_seconds',
    help: 'Time a request waited while another one refreshed the tokens.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const replays = counter(
    { name: 'counterfoil_graphql_replays_total', help: 'Queries sent again after a refresh.' },
    ['result'],
  )
  const refused = counter(
    { name: 'counterfoil_requests_refused_total', help: 'Requests not made by a page of ours.' },
    ['layer'],
  )
  const refreshes = counter(
    { name: 'counterfoil_token_refreshes_total', help: 'Token refreshes by outcome.' },
    ['outcome'],
  )
  const attempts = counter(
    { name: 'counterfoil_connect_attempts_total', help: 'Connect attempts by how they went.' },
    ['how'],
  )
  const sessions = counter(
    { name: 'counterfoil_sessions_ended_total', help: 'Sessions that ended, by reason.' },
    ['reason'],
  )
  const signedAnew = new Counter({
    name: 'counterfoil_session_cookies_signed_anew_total',
    help: 'Session cookies of an older secret that were sent again under the newest.',
    registers,
  })
  const revocations = counter(
    { name: 'counterfoil_revocations_total', help: 'Revocation calls by result.' },
    ['result'],
  )
  const backlog = new Gauge({
    name: 'counterfoil_revocation_backlog',
    help: 'Tokens that are still to be revoked at the provider.',
    registers,
  })
  const unreplicated = new Counter({
    name: 'counterfoil_store_unreplicated_total',
    help: 'Writes that no replica acknowledged in time.',
    registers,
  })
  const store = new Gauge({ name: 'counterfoil_store_ready', help: '1 while the store answers.', registers })

  return {
    graphql: (outcome, tookMs) => graphql.observe({ outcome }, tookMs / 1000),
    replay: (result) => replays.inc({ result }),
    refusedRequest: (layer) => refused.inc({ layer }),
    refresh: (outcome) => refreshes.inc({ outcome }),
    lockWait: (waitedMs) => lockWait.observe(waitedMs / 1000),
    attempt: (how) => attempts.inc({ how }),
    sessionEnded: (reason) => sessions.inc({ reason }),
    sessionSignedAnew: () => signedAnew.inc(),
    revocation: (result) => revocations.inc({ result }),
    revokeBacklog: (count) => backlog.set(count),
    storeUnreplicated: () => unreplicated.inc(),
    storeReady: (isReady) => store.set(isReady ? 1 : 0),
  }
}
