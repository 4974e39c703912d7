import type { AttemptId, AuthorizationCode, CodeVerifier } from '@counterfoil/oauth/ids'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import { type ConfirmedStoreDeps, type SealedStoreDeps, UNREPLICATED } from '#redis/confirm.ts'
import { createDueList } from '#redis/due-list.ts'
import { UnknownKeyError, openSealed } from '#crypto/sealed-box.ts'
import type { JobRun } from './revocation-worker.ts'

/** An authorization code that was exchanged, or was about to be. */
interface JournaledExchange {
  readonly code: AuthorizationCode
  readonly redirectUri: string
  readonly codeVerifier: CodeVerifier | undefined
}

/** The time in milliseconds after which an exchange without an answer counts as lost. */
const LOST_AFTER_MS = 60_000
/** The time in milliseconds after which an exchange is given up: the code has expired, and the provider never answered. */
const GIVE_UP_AFTER_MS = 30 * 60_000
const LIST_KEY = 'exchanges'
/** The life of an entry in milliseconds, longer than that of any authorization code. */
const ENTRY_LIFE_MS = 60 * 60_000
const keyOf = (id: AttemptId) => `exchange:${id}`

export type ExchangeJournal = ReturnType<typeof createExchangeJournal>

/**
 * Creates the journal of code exchanges. If an entry stays, no answer was received, so there may be tokens that nobody stored;
 * using the code a second time makes the provider revoke them. Times are those of the store's clock: a process whose clock is ahead
 * must not take a running exchange for lost.
 * @see RFC 6749 section 4.1.2: a code used twice
 */
export function createExchangeJournal({
  redis,
  box,
  storeTime,
  confirm = UNREPLICATED,
}: ConfirmedStoreDeps & SealedStoreDeps) {
  const list = createDueList<AttemptId>({ redis, key: LIST_KEY, storeTime })

  async function open(id: AttemptId, sealed: string): Promise<string | undefined> {
    try {
      return openSealed(box, { sealed, context: keyOf(id) })
    } catch (error) {
      // The entry waits for a process that has the key, however long that takes.
      if (error instanceof UnknownKeyError) await redis.pexpire(keyOf(id), ENTRY_LIFE_MS)
      throw error
    }
  }

  return {
    async begin(id: AttemptId, exchange: JournaledExchange): Promise<void> {
      const beganAtMs = await storeTime()
      const sealed = box.seal({ text: JSON.stringify({ ...exchange, beganAtMs }), context: keyOf(id) })
      const key = keyOf(id)
      // Before the code is used: if this write fails, the tokens could not be stored either.
      await confirm(key, () => redis.set(key, sealed, 'PX', ENTRY_LIFE_MS))
      await list.scheduleBy(id, beganAtMs + LOST_AFTER_MS)
    },
    async end(id: AttemptId): Promise<void> {
      await Promise.all([redis.del(keyOf(id)), list.leave(id)])
    },
    /** Throws `UnknownKeyError`, and keeps the entry, if it is sealed under a key that this process does not have. */
    async find(id: AttemptId): Promise<(JournaledExchange & { readonly ageMs: number }) | undefined> {
      const [sealed, nowMs] = await Promise.all([redis.get(keyOf(id)), storeTime()])
      const text = sealed === null ? undefined : await open(id, sealed)
      if (text === undefined) return undefined
      const { beganAtMs, ...exchange } = JSON.parse(text) as JournaledExchange & { beganAtMs: number }
      return { ...exchange, ageMs: nowMs - beganAtMs }
    },
    /** The list of exchanges with the times at which they count as lost. */
    list,
  }
}

interface LostExchangesPorts {
  readonly journal: Pick<ExchangeJournal, 'find' | 'end'>
  readonly endpoint: Pick<TokenEndpoint, 'exchange' | 'revoke'>
  readonly onSettled: (outcome: 'ended' | 'revoked' | 'given_up') => void
}

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
