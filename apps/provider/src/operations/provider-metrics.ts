import { Counter, Gauge, type Registry } from 'prom-client'

/** What operators watch: every outcome by its stable reason, never by anything a caller typed. */
export interface ProviderMetrics {
  readonly registry: Registry
  readonly authorize: Counter<'outcome' | 'reason'>
  readonly token: Counter<'grant_type' | 'outcome' | 'reason'>
  readonly revoke: Counter<'outcome' | 'reason'>
  /** Rows removed by the sweeper. */
  readonly swept: Counter<'table'>
  /** Businesses whose books were verified: `same`, or `different`. */
  readonly booksChecked: Counter<'outcome'>
  readonly ready: Gauge
}

export function createProviderMetrics(registry: Registry): ProviderMetrics {
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
    ready: new Gauge({
      name: 'provider_ready',
      help: '1 when the database answered the last readiness check.',
      registers,
    }),
  }
}
