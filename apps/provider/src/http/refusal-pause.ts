import { setTimeout as delay } from 'node:timers/promises'

const AT_ONCE = 10
const PAUSE_MS = 2_000

/**
 * Returns what to wait for before a refusal is sent to an address: nothing for the first ten of some seconds, one to three seconds for
 * the others, so that somebody who asks again at once on a thousand connections does not keep the process busy with refusals.
 */
export function createRefusalPause(): (address: string) => Promise<void> {
  const lately = new Map<string, number>()
  return async (address) => {
    const count = (lately.get(address) ?? 0) + 1
    lately.set(address, count)
    // Those who were refused together do not come back together.
    const pause = delay(PAUSE_MS * (0.5 + Math.random()), undefined, { ref: false }).then(() => {
      const left = (lately.get(address) ?? 0) - 1
      if (left > 0) lately.set(address, left)
      else lately.delete(address)
    })
    if (count > AT_ONCE) await pause
  }
}
