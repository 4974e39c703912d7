import { useEffect, useState } from 'react'
import { useAnnouncer } from './live-regions.tsx'

/** Faster answers show no skeleton at all: it would only flicker. */
const SHOW_AFTER_MS = 150
const SAY_AFTER_MS = 1_000
const STILL_AFTER_MS = 4_000

type Phase = 'quiet' | 'shown' | 'still'

/** What a wait has come to. Said once, and only when it takes over a second. */
function usePhase(label: string): Phase {
  const [phase, setPhase] = useState<Phase>('quiet')
  const { announce } = useAnnouncer()

  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('shown'), SHOW_AFTER_MS),
      setTimeout(() => announce(label), SAY_AFTER_MS),
      setTimeout(() => setPhase('still'), STILL_AFTER_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [announce, label])
  return phase
}

/** Lines in the shape of the answer. */
export function Skeleton(props: { readonly lines: number; readonly label: string; readonly still: string }) {
  const phase = usePhase(props.label)
  return (
    <div className={`skeleton skeleton-${phase}`}>
      {Array.from({ length: props.lines }, (_, index) => (
        <div key={index} className="skeleton-line" />
      ))}
      <p className="note skeleton-still">{phase === 'still' ? props.still : '\u00a0'}</p>
    </div>
  )
}

/** The line in which it is that an answer takes long; empty before, so that nothing moves. */
export function StillWaiting(props: { readonly label: string; readonly still: string }) {
  return usePhase(props.label) === 'still' ? props.still : '\u00a0'
}

/** The place of a value on its way, for which something else speaks. */
export function WaitingPlace() {
  return <span className="waiting">{'\u00a0'}</span>
}

/** A value on its way, in the place it will have. Said once, and only when it takes over a second. */
export function Waiting(props: { readonly label: string }) {
  const { label } = props
  const { announce } = useAnnouncer()
  useEffect(() => {
    const timer = setTimeout(() => announce(label), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [announce, label])
  return <WaitingPlace />
}
