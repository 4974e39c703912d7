import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits until `probe` returns something other than `undefined`, `null` or `false`, and returns that.
 *
 * @param what Names the condition in the error when `withinMs` passed.
 * @throws Error naming `what`; its cause is the last error of `probe`.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  { withinMs = 90_000, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const endsAtMs = Date.now() + withinMs
  let cause: unknown
  for (;;) {
    try {
      const answer = await probe()
      if (answer !== undefined && answer !== null && answer !== false) {
        return answer as Exclude<T, undefined | null | false>
      }
    } catch (error) {
      cause = error
    }
    if (Date.now() > endsAtMs) throw new Error(`Waited ${withinMs} ms in vain: ${what}.`, { cause })
    await delay(everyMs)
  }
}
