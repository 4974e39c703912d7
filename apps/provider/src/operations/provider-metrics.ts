import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Operation, PoolCounts } from '#database/ended-statement.ts'

export type ProviderMetrics = ReturnType<typeof createProviderMetrics>

/** Registers metrics of a connection pool, which are read at each scrape. */
export function showConnections(registry: Registry, countConnections: () => PoolCounts): void {
  void new Gauge({
    name: 'provider_database_connections',
    help: 'Connections to the database by state: used, idle; waiting: statements without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(countConnections())) this.set({ state }, count)
    },
  })
}

/** Returns the labels of {@link ProviderMetrics.statement}. */
export function statementLabels(
  operation: Operation,
  isError: boolean,
): Record<'operation' | 'outcome', string> {
  return { operation, outcome: isError ? 'failed' : 'done' }
}

/** Creates the metrics for operators. Outcomes are labelled by stable reasons, never by text of a caller. */
export function createProviderMetrics(registry: Registry) {
  const registers = [registry]
  return {
    registry,
    authorize: new Counter({
      name: 'provider_authorize_total',
      help: 'Authorize requests by outcome: asked, silent, refused_page, refused_redirect.',
      labelNames: ['outcome', 'reason'],
      registers,
    }),
    token: new Counter({
      name: 'provider_token_total',
      help: 'Calls of the token endpoint by grant type, outcome and reason of refusal.',
      labelNames: ['grant_type', 'outcome', 'reason'],
      registers,
    }),
    revoke: new Counter({
      name: 'provider_revoke_total',
      help: 'Calls of the revoke endpoint by outcome and reason.',
      labelNames: ['outcome', 'reason'],
      registers,
    }),
    swept: new Counter({
      name: 'provider_swept_rows_total',
      help: 'Expired rows removed, by table.',
      labelNames: ['table'],
      registers,
    }),
    booksChecked: new Counter({
      name: 'provider_books_checked_total',
      help: 'Businesses whose books were computed again, by outcome: same, different.',
      labelNames: ['outcome'],
      registers,
    }),
    signIn: new Counter({
      name: 'provider_sign_ins_total',
      help: 'Tries to sign in by outcome: signed_in, no_match, blocked, disabled, missing, needs_code, missing_code, wrong_code.',
      labelNames: ['outcome'],
      registers,
    }),
    statement: new Histogram({
      name: 'provider_database_statement_seconds',
      help: 'Statements by what they do and how they ended, with their time.',
      labelNames: ['operation', 'outcome'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    ready: new Gauge({
      name: 'provider_ready',
      help: '1 when the database answered the last readiness check.',
      registers,
    }),
  }
}
