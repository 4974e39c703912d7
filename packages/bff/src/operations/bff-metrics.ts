import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

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

/** The metrics for operators; every name and label is in docs/metrics.md. */
export type BffMetrics = ReturnType<typeof createBffMetrics>

export function createBffMetrics(registry: Registry) {
  const count = createCounters(registry)
  const { graphql, lockWait, calls, commands } = createHistograms(registry)
  const { overdue, store, circuit, connections } = createGauges(registry)
  return {
    graphql: (outcome: GraphqlOutcome, tookMs: number) => graphql.observe({ outcome }, tookMs / 1000),
    /** Counts a query that was sent again after a refresh. */
    replay: (result: 'answered' | 'refused-again' | 'no-token') => count.replays.inc({ result }),
    refusedRequest: (layer: string) => count.refused.inc({ layer }),
    refresh: (outcome: string) => count.refreshes.inc({ outcome }),
    lockWait: (waitedMs: number) => lockWait.observe(waitedMs / 1000),
    attempt: (how: 'begun' | 'connected' | 'abandoned' | 'mismatched' | 'declined' | 'failed') =>
      count.attempts.inc({ how }),
    sessionEnded: (reason: 'signed_out' | 'everywhere' | 'ended_elsewhere' | 'idle' | 'absolute') =>
      count.sessions.inc({ reason }),
    /** Counts a session cookie of an older secret that was sent again under the newest one. */
    sessionSignedAnew: () => count.signedAnew.inc(),
    revocation: (result: 'confirmed' | 'again') => count.revocations.inc({ result }),
    revocationsOverdue: (items: number) => overdue.set(items),
    /** Counts a call to the provider; `status` is undefined if no answer came. */
    providerCall: ({ call, status, tookMs }: ProviderCallEnd) =>
      calls.observe({ call, status: status ?? 'none' }, tookMs / 1000),
    storeCommand: (command: string, isError: boolean, tookMs: number) =>
      commands.observe({ command, outcome: isError ? 'failed' : 'done' }, tookMs / 1000),
    /** Sets the number of connections of all processes in each state; undefined if it is not known. */
    connectionStates(counts: Readonly<Record<string, number>> | undefined) {
      connections.reset()
      for (const [state, count] of Object.entries(counts ?? {})) connections.set({ state }, count)
    },
    connectionChanged: ({ from, to }: { readonly from: string | undefined; readonly to: string }) =>
      count.changes.inc({ from: from ?? 'none', to }),
    /** Counts a report of a page: a violation of its content security policy, or an uncaught error. */
    browserReport: ({ kind, what }: { readonly kind: 'policy' | 'error'; readonly what: string }) =>
      count.reports.inc({ kind, what }),
    circuit: (isOpen: boolean) => circuit.set(isOpen ? 1 : 0),
    storeUnreplicated: () => count.unreplicated.inc(),
    storeReady: (isReady: boolean) => store.set(isReady ? 1 : 0),
  }
}

/** Asks the store, at each reading of the metrics, whether it takes writes: a store without free memory answers only reads. */
export function showStoreWrites(registry: Registry, proveWritable: () => Promise<void>): void {
  new Gauge({
    name: 'counterfoil_store_writable',
    help: '1 while the store takes writes.',
    registers: [registry],
    async collect() {
      this.set(
        await proveWritable().then(
          () => 1,
          () => 0,
        ),
      )
    },
  })
}

export interface ProviderCallEnd {
  readonly call: string
  readonly status: number | undefined
  readonly tookMs: number
}

function createCounters(registry: Registry) {
  const registers = [registry]
  const counter = <Label extends string>(
    name: `counterfoil_${string}_total`,
    help: string,
    ...labelNames: Label[]
  ) => new Counter({ name, help, labelNames, registers })
  return {
    replays: counter('counterfoil_graphql_replays_total', 'Queries sent again after a refresh.', 'result'),
    refused: counter('counterfoil_requests_refused_total', 'Requests not made by a page of ours.', 'layer'),
    refreshes: counter('counterfoil_token_refreshes_total', 'Token refreshes by outcome.', 'outcome'),
    attempts: counter('counterfoil_connect_attempts_total', 'Connect attempts by how they went.', 'how'),
    sessions: counter('counterfoil_sessions_ended_total', 'Sessions that ended, by reason.', 'reason'),
    signedAnew: counter(
      'counterfoil_session_cookies_signed_anew_total',
      'Session cookies of an older secret that were sent again under the newest.',
    ),
    revocations: counter('counterfoil_revocations_total', 'Revocation calls by result.', 'result'),
    changes: counter(
      'counterfoil_connection_changes_total',
      'Connections that came into another state, by the state before (none: a new one) and after.',
      ...(['from', 'to'] as const),
    ),
    reports: counter(
      'counterfoil_browser_reports_total',
      'Events that pages report: violations of their policy, and uncaught errors.',
      ...(['kind', 'what'] as const),
    ),
    unreplicated: counter(
      'counterfoil_store_unreplicated_total',
      'Writes that no replica acknowledged in time.',
    ),
  }
}

function createHistograms(registry: Registry) {
  const registers = [registry]
  return {
    graphql: new Histogram({
      name: 'counterfoil_graphql_seconds',
      help: 'GraphQL requests of pages by how they ended, with their time.',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    calls: new Histogram({
      name: 'counterfoil_provider_call_seconds',
      help: 'Calls to the provider by what was called and the status of the answer (none: there was none), with their time.',
      labelNames: ['call', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    commands: new Histogram({
      name: 'counterfoil_store_command_seconds',
      help: 'Commands to the store by name and how they ended, with their time.',
      labelNames: ['command', 'outcome'],
      buckets: [0.0005, 0.001, 0.0025, 0.01, 0.05, 0.2, 0.4, 1],
      registers,
    }),
    lockWait: new Histogram({
      name: 'counterfoil_refresh_lock_wait_seconds',
      help: 'Time a request waited while another one refreshed the tokens.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: `counterfoil_${string}`, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  return {
    overdue: gauge(
      'counterfoil_revocations_overdue',
      'Connections whose tokens should have been revoked a quarter of an hour ago: a person should look.',
    ),
    connections: gauge(
      'counterfoil_connections',
      'Connections of all processes together by state; of many people an estimate.',
      'state',
    ),
    circuit: gauge(
      'counterfoil_circuit_open',
      '1 while the provider is not asked for new tokens, because it failed too often.',
    ),
    store: gauge('counterfoil_store_ready', '1 while the store answers.'),
  }
}
