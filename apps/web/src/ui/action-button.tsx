import type { ReactNode } from 'react'

/** A button for an action that takes a moment: it keeps focus and size, shows its progress, and ignores a second press. */
export function ActionButton(props: {
  readonly onPress: () => void
  readonly pending: boolean
  readonly pendingLabel: string
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`button-${props.variant ?? 'plain'}`}
      aria-disabled={props.pending}
      onClick={() => {
        if (!props.pending) props.onPress()
      }}
    >
      {props.pending ? props.pendingLabel : props.children}
    </button>
  )
}
