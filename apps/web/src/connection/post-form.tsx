import { mayPress, usePendingPress } from '@counterfoil/react'
import type { ReactNode } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'

/** The texts that a form shows while it waits for the answer, or if none can come. */
interface PostFormWords {
  readonly opening: string
  readonly slow: string
  readonly failed: string
  readonly offline: string
}

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

/**
 * Submits a plain form that leaves this page and works before and without scripts. With scripts a second press is ignored, the
 * button reports a slow answer, and nothing is sent without a network.
 */
export function PostForm(props: {
  readonly action: string
  /** The hidden fields by name; an undefined value is left out. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly words: PostFormWords
  readonly variant?: ButtonVariant | undefined
  readonly children: ReactNode
}) {
  const { announce } = useAnnouncer()
  const { phase, press, isOffline } = usePendingPress(useSession().returns)
  const message = isOffline ? props.words.offline : phase === 'idle' ? '' : props.words[phase]
  useSaid(announce, message)

  return (
    <form
      method="post"
      action={props.action}
      className="connect-form"
      onSubmit={(event) => {
        if (!press()) event.preventDefault()
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
