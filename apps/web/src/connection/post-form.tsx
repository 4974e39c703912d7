import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { FAILED_AFTER_MS, mayPress, pendingPhase, SLOW_AFTER_MS, type PendingPhase } from './pending-press.ts'

/** What a form says while its answer is on the way, or cannot come. */
export interface PostFormWords {
  readonly opening: string
  readonly slow: string
  readonly failed: string
  readonly offline: string
}

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

/**
 * Leaves this page by a plain form, which works before and without scripts. With scripts a second press is ignored, the
 * button says what happens while the other side is slow, and nothing is sent without a network.
 */
export function PostForm(props: {
  readonly action: string
  /** Hidden fields by name; a field that is undefined is left out. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly words: PostFormWords
  readonly variant?: ButtonVariant | undefined
  readonly children: ReactNode
}) {
  const { returns } = useSession()
  const { announce } = useAnnouncer()
  const online = useOnline()
  const [phase, setPhase] = useState<PendingPhase>('idle')
  const [refusedOffline, setRefusedOffline] = useState(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])

  // Back from the other side: the page is as it was left, with a button that says "Opening…".
  useEffect(() => {
    timers.current.forEach(clearTimeout)
    setPhase('idle')
    return () => timers.current.forEach(clearTimeout)
  }, [returns])

  useEffect(() => {
    if (online) setRefusedOffline(false)
  }, [online])

  const message = refusedOffline && !online ? props.words.offline : phase === 'idle' ? '' : props.words[phase]
  useSaid(announce, message)

  const advance = (afterMs: number) => setTimeout(() => setPhase(pendingPhase(afterMs)), afterMs)

  return (
    <form
      method="post"
      action={props.action}
      className="connect-form"
      onSubmit={(event) => {
        if (!online) {
          event.preventDefault()
          setRefusedOffline(true)
          return
        }
        if (!mayPress(phase)) {
          event.preventDefault()
          return
        }
        timers.current.forEach(clearTimeout)
        setPhase('opening')
        timers.current = [advance(SLOW_AFTER_MS), advance(FAILED_AFTER_MS)]
      }}
    >
      {Object.entries(props.fields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button
        type="submit"
        className={`button-${props.variant ?? 'primary'}`}
        aria-disabled={!mayPress(phase)}
      >
        {mayPress(phase) ? props.children : props.words.opening}
      </button>
      <span className="form-message" aria-hidden="true">
        {phase === 'opening' ? '' : message}
      </span>
    </form>
  )
}
