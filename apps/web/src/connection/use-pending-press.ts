import { useEffect, useRef, useState } from 'react'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.tsx'
import { FAILED_AFTER_MS, mayPress, pendingPhase, SLOW_AFTER_MS, type PendingPhase } from './pending-press.ts'

interface PendingPress {
  readonly phase: PendingPhase
  /** The last press was refused because there is no network, and there still is none. */
  readonly isOffline: boolean
  /** Whether this press may leave the page. */
  readonly press: () => boolean
}

/** What became of the press that leaves this page. */
export function usePendingPress(): PendingPress {
  const { returns } = useSession()
  const online = useOnline()
  const [phase, setPhase] = useState<PendingPhase>('idle')
  const [refusedOffline, setRefusedOffline] = useState(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])

  // Back from the other side: the page is as it was left, with a button that says "Opening…".
  useEffect(() => {
    setPhase('idle')
    return () => timers.current.forEach(clearTimeout)
  }, [returns])

  useEffect(() => {
    if (online) setRefusedOffline(false)
  }, [online])

  const advance = (afterMs: number) => setTimeout(() => setPhase(pendingPhase(afterMs)), afterMs)
  const press = () => {
    if (!online) setRefusedOffline(true)
    if (!online || !mayPress(phase)) return false
    timers.current.forEach(clearTimeout)
    setPhase('opening')
    timers.current = [advance(SLOW_AFTER_MS), advance(FAILED_AFTER_MS)]
    return true
  }
  return { phase, isOffline: refusedOffline && !online, press }
}
