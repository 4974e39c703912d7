import { useCallback, useEffect, useRef } from 'react'
import { LONGEST_WAIT_MS } from './first-answer-client.ts'

/** A little longer than a page waits for what is on its way in it. */
const LONGEST_HOLD_MS = LONGEST_WAIT_MS + 1_000

/**
 * Holds back what would change the page while a part of it is still on its way: React throws away what is streamed when a context
 * above it has changed, and draws it again.
 *
 * @param holds Is a part on its way when the page begins?
 */
export function useDeferredUpdates(holds: boolean): {
  /** Does it now, or when the part has come. */
  readonly whenFree: (task: () => void) => void
  readonly letGo: () => void
} {
  const held = useRef<(() => void) | null | undefined>(holds ? null : undefined)
  const letGo = useCallback(() => {
    const task = held.current
    held.current = undefined
    task?.()
  }, [])
  const whenFree = useCallback((task: () => void) => {
    if (held.current === undefined) task()
    else held.current = task
  }, [])
  useEffect(() => {
    if (held.current === undefined) return
    const timer = setTimeout(letGo, LONGEST_HOLD_MS)
    return () => clearTimeout(timer)
  }, [letGo])
  return { whenFree, letGo }
}
