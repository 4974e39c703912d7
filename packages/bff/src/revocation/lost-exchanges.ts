import type { AttemptId } from '@counterfoil/oauth/ids'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { ExchangeJournal } from './exchange-journal-store.ts'
import type { JobRun } from './revocation-worker.ts'

interface LostExchangesPorts {
  readonly journal: Pick<ExchangeJournal, 'find' | 'end'>
  readonly endpoint: Pick<TokenEndpoint, 'exchange' | 'revoke'>
  readonly onSettled: (outcome: 'ended' | 'revoked' | 'given_up') => void
}

/** The time in milliseconds after which an exchange without an answer counts as lost. */
export const LOST_AFTER_MS = 60_000
/** The time in milliseconds after which an exchange is given up: the code has expired, and the provider never answered. */
const GIVE_UP_AFTER_MS = 30 * 60_000

/**
 * Creates the function that ends the tokens of an exchange whose answer was lost, by using the code again. Either the provider
 * refuses it, and ends the tokens of the first use, or it returns tokens now, which are revoked.
 */
export function createLostExchanges(ports: LostExchangesPorts): (id: AttemptId) => Promise<JobRun> {
  async function end(id: AttemptId): Promise<JobRun> {
    await ports.journal.end(id)
    return { kind: 'done' }
  }

  return async (id) => {
    const exchange = await ports.journal.find(id)
    if (exchange === undefined) return end(id)
    const again = { kind: 'again', overdueMs: exchange.ageMs - LOST_AFTER_MS } as const
    const outcome = await ports.endpoint.exchange(exchange)
    switch (outcome.kind) {
      case 'grant_refused':
      case 'plan_inactive':
        ports.onSettled('ended')
        return end(id)
      case 'tokens':
      case 'unusable': {
        const tokens =
          outcome.kind === 'tokens'
            ? [outcome.given.refreshToken, outcome.given.accessToken]
            : outcome.leftovers
        const answers = await Promise.all(tokens.map((token) => ports.endpoint.revoke(token)))
        // Not confirmed: the next round uses the code again, which ends these tokens too.
        if (answers.some(({ kind }) => kind === 'again')) return again
        ports.onSettled('revoked')
        return end(id)
      }
      case 'misconfigured':
      case 'provider_down':
      case 'rate_limited':
        if (exchange.ageMs < GIVE_UP_AFTER_MS) return again
        ports.onSettled('given_up')
        return end(id)
    }
  }
}
