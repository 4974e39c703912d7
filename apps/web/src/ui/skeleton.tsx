import { useEffect, useState } from 'react'
import { useAnnouncer } from './live-regions.tsx'

/** Faster answers show no skeleton at all: it would only flicker. */
const SHOW_AFTER_MS = 150
const SAY_AFTER_MS = 1_000
const STILL_AFTER_MS = 4_000

type Phase = 'quiet' | 'shown' | 'still'

/** Announces a wait of over a second, once, and takes the words back at its end: they may name a business. */
function useAnnouncedWait(label: string): void {
  const { announce } = useAnnouncer()
  useEffect(() => {
    let takeBack = () => {}
    const timer = setTimeout(() => (takeBack = announce(label)), SAY_AFTER_MS)
    return () => {
      clearTimeout(timer)
      takeBack()
    }
  }, [announce, label])
}

/** How long a wait has lasted; announced as {@link useAnnouncedWait} does. */
function usePhase(label: string): Phase {
  const [phase, setPhase] = useState<Phase>('quiet')
  useAnnouncedWait(label)
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('shown'), SHOW_AFTER_MS),
      setTimeout(() => setPhase('still'), STILL_AFTER_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
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

/** A value on its way, in the place it will have; announced as {@link useAnnouncedWait} does. */
export function Waiting(props: { readonly label: string }) {
  useAnnouncedWait(props.label)
  return <WaitingPlace />
}
