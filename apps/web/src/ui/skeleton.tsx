import { useEffect, useState } from 'react'
import { useAnnouncer } from './live-regions.tsx'

/** The wait in milliseconds before a skeleton is shown: for faster answers it would only flicker. */
const SHOW_AFTER_MS = 150
const SAY_AFTER_MS = 1_000
const STILL_AFTER_MS = 4_000

type Phase = 'quiet' | 'shown' | 'still'

/** Announces a wait of over a second, once, and removes the text at its end: it may name a business. */
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

/** Returns the phase of a wait; announced as {@link useAnnouncedWait} does. */
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

/** Shows lines in the shape of the awaited answer. */
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

/** Shows that an answer takes long; a blank line before that, so that nothing moves. */
export function StillWaiting(props: { readonly label: string; readonly still: string }) {
  return usePhase(props.label) === 'still' ? props.still : '\u00a0'
}

/** Shows a placeholder for an awaited value that something else announces. */
export function WaitingPlace() {
  return <span className="waiting">{'\u00a0'}</span>
}

/** Shows a placeholder for an awaited value; announced as {@link useAnnouncedWait} does. */
export function Waiting(props: { readonly label: string }) {
  useAnnouncedWait(props.label)
  return <WaitingPlace />
}
