import { setTimeout as delay } from 'node:timers/promises'

const AT_ONCE = 10
const SHORTEST_MS = 2_000
const LONGEST_MS = 15_000
/** Milliseconds of delay for each waiting refusal: one address gets about 100 refusals a second on any number of connections. */
const MS_OF_EACH = 10

/**
 * Delays the refusals to an address: not the first ten, then longer the more of them are waiting. So a caller who retries at once
 * on a thousand connections does not keep the process busy with refusals.
 */
export function createRefusalPause(): (address: string) => Promise<void> {
  const lately = new Map<string, number>()
  return async (address) => {
    const count = (lately.get(address) ?? 0) + 1
    lately.set(address, count)
    // The delay is random, so that callers refused together do not retry together.
    const pauseMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, count * MS_OF_EACH))
    const pause = delay(pauseMs * (0.5 + Math.random()), undefined, { ref: false }).then(() => {
      const left = (lately.get(address) ?? 0) - 1
      if (left > 0) lately.set(address, left)
      else lately.delete(address)
    })
    if (count > AT_ONCE) await pause
  }
}
