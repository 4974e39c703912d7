import type { AttemptId, AuthorizationCode, CodeVerifier } from '@counterfoil/oauth/ids'
import { type DueList, createDueList } from '#redis/due-list.ts'
import { type ConfirmedStoreDeps, UNREPLICATED } from '#redis/confirm.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { UnknownKeyError, openSealed } from '#crypto/unknown-key.ts'

/** An authorization code that was exchanged, or was about to be. */
interface JournaledExchange {
  readonly code: AuthorizationCode
  readonly redirectUri: string
  readonly codeVerifier: CodeVerifier | undefined
}

/**
 * The journal of code exchanges. If an entry stays, no answer was received, so there may be tokens that nobody stored; using the
 * code a second time makes the provider revoke them. Times are those of the store's clock: a process whose clock is ahead must not
 * take a running exchange for lost.
 * @see RFC 6749 section 4.1.2: a code used twice
 */
export interface ExchangeJournal {
  begin(id: AttemptId, exchange: JournaledExchange, dueInMs: number): Promise<void>
  end(id: AttemptId): Promise<void>
  /** Throws `UnknownKeyError`, and keeps the entry, if it is sealed under a key that this process does not have. */
  find(id: AttemptId): Promise<(JournaledExchange & { readonly ageMs: number }) | undefined>
  /** The list of exchanges with the times at which they count as lost. */
  readonly list: Pick<DueList<AttemptId>, 'takeDue' | 'schedule'>
}

const LIST_KEY = 'exchanges'
/** The life of an entry in milliseconds, longer than that of any authorization code. */
const ENTRY_LIFE_MS = 60 * 60_000
const keyOf = (id: AttemptId) => `exchange:${id}`

export function createExchangeJournal({
  redis,
  box,
  storeTime,
  confirm = UNREPLICATED,
}: ConfirmedStoreDeps & { readonly box: SealedBox }): ExchangeJournal {
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
    async begin(id, exchange, dueInMs) {
      const beganAtMs = await storeTime()
      const sealed = box.seal({ text: JSON.stringify({ ...exchange, beganAtMs }), context: keyOf(id) })
      const key = keyOf(id)
      // Before the code is used: if this write fails, the tokens could not be stored either.
      await confirm(key, () => redis.set(key, sealed, 'PX', ENTRY_LIFE_MS))
      await list.scheduleBy(id, beganAtMs + dueInMs)
    },
    async end(id) {
      await Promise.all([redis.del(keyOf(id)), list.leave(id)])
    },
    async find(id) {
      const [sealed, nowMs] = await Promise.all([redis.get(keyOf(id)), storeTime()])
      const text = sealed === null ? undefined : await open(id, sealed)
      if (text === undefined) return undefined
      const { beganAtMs, ...exchange } = JSON.parse(text) as JournaledExchange & { beganAtMs: number }
      return { ...exchange, ageMs: nowMs - beganAtMs }
    },
    list,
  }
}
