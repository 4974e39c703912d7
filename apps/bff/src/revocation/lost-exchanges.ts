import type { ExchangeOutcome } from '#provider/token-outcome.ts'

interface Exchange {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
  readonly ageMs: number
}

export interface LostExchangesPorts {
  readonly journal: {
    takeDue(leaseMs: number, limit: number): Promise<readonly string[]>
    find(id: string): Promise<Exchange | undefined>
    end(id: string): Promise<void>
  }
  readonly endpoint: {
    exchange(exchange: Omit<Exchange, 'ageMs'>): Promise<ExchangeOutcome>
    revoke(token: string): Promise<{ readonly kind: 'confirmed' | 'again' }>
  }
  readonly onSettled: (outcome: 'ended' | 'revoked' | 'given_up') => void
  /** One entry could not be looked at now; it is tried again. */
  readonly onFailure: (fact: { readonly id: string; readonly err: unknown }) => void
}

/** An exchange without an answer counts as lost after this long. */
export const LOST_AFTER_MS = 60_000
/** By now the code cannot be used any more, and the provider has not answered all the time. */
export const GIVE_UP_AFTER_MS = 30 * 60_000
const LEASE_MS = 60_000
const BATCH = 20

/**
 * Ends what exchanges may have left behind whose answers we never saw: the code is used once more. Either the provider
 * refuses it, and ends the tokens it gave the first time, or it gives tokens now, and those are revoked.
 */
export function createLostExchanges(ports: LostExchangesPorts): { settleDue(): Promise<void> } {
  async function settle(id: string): Promise<void> {
    const exchange = await ports.journal.find(id)
    if (exchange === undefined) return ports.journal.end(id)
    const outcome = await ports.endpoint.exchange(exchange)
    switch (outcome.kind) {
      case 'grant_refused':
      case 'plan_inactive':
        ports.onSettled('ended')
        return ports.journal.end(id)
      case 'tokens':
      case 'unusable': {
        const tokens =
          outcome.kind === 'tokens'
            ? [outcome.given.refreshToken, outcome.given.accessToken]
            : outcome.leftovers
        const answers = await Promise.all(tokens.map((token) => ports.endpoint.revoke(token)))
        // Not confirmed: the next round uses the code again, which ends them too.
        if (answers.some(({ kind }) => kind === 'again')) return
        ports.onSettled('revoked')
        return ports.journal.end(id)
      }
      case 'misconfigured':
      case 'provider_down':
      case 'rate_limited':
        if (exchange.ageMs < GIVE_UP_AFTER_MS) return
        ports.onSettled('given_up')
        return ports.journal.end(id)
    }
  }

  return {
    async settleDue() {
      const due = await ports.journal.takeDue(LEASE_MS, BATCH)
      for (const id of due) await settle(id).catch((err: unknown) => ports.onFailure({ id, err }))
    },
  }
}
