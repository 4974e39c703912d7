import { useEffect, useRef, useState } from 'react'
import { useOnline } from './online.ts'

/** The state of a button while the browser opens the provider. */
export type PendingPhase = 'idle' | 'opening' | 'slow' | 'failed'

/** The time after which the button shows that the provider is slow to open. */
export const SLOW_AFTER_MS = 3_000
/** The time after which the button can be pressed again. */
export const FAILED_AFTER_MS = 10_000

/** Returns true if a press may begin an attempt. While the browser opens the provider, a second press is ignored. */
export function mayPress(phase: PendingPhase): boolean {
  return phase === 'idle' || phase === 'failed'
}

/** The state of a button press that leaves this page. */
export interface PendingPress {
  readonly phase: PendingPhase
  /** True if the last press was refused because the browser is offline, and it still is. */
  readonly isOffline: boolean
  /** Returns true if this press may leave the page. */
  readonly press: () => boolean
}

/**
 * Tracks the press of a button that leaves the page.
 * @param returns The number of returns from the back/forward cache; each resets the button.
 */
export function usePendingPress(returns: number): PendingPress {
  const online = useOnline()
  const [phase, setPhase] = useState<PendingPhase>('idle')
  const [refusedOffline, setRefusedOffline] = useState(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])

  useEffect(() => {
    setPhase('idle')
    return () => timers.current.forEach(clearTimeout)
  }, [returns])

  useEffect(() => {
    if (online) setRefusedOffline(false)
  }, [online])

  const press = () => {
    if (!online) setRefusedOffline(true)
    if (!online || !mayPress(phase)) return false
    timers.current.forEach(clearTimeout)
    setPhase('opening')
    timers.current = [
      setTimeout(() => setPhase('slow'), SLOW_AFTER_MS),
      setTimeout(() => setPhase('failed'), FAILED_AFTER_MS),
    ]
    return true
  }
  return { phase, isOffline: refusedOffline && !online, press }
}
