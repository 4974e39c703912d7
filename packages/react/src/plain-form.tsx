import { useEffect, useState, type ReactNode } from 'react'
import { usePendingPress, type PendingPress } from './use-pending-press.ts'

interface PlainFormProps {
  readonly action: string
  /** Hidden fields by name; undefined fields are omitted. */
  readonly fields: Readonly<Record<string, string | undefined>>
  /** Renders the button and its surroundings. */
  readonly children: (press: PendingPress) => ReactNode
}

/**
 * Leaves this page with a plain form, which also works before hydration and without scripts. With scripts a second press is
 * ignored, and nothing is sent while the browser is offline.
 */
export function PlainForm({ action, fields, children }: PlainFormProps) {
  const pending = usePendingPress(useReturns())
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        if (!pending.press()) event.preventDefault()
      }}
    >
      {Object.entries(fields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children(pending)}
    </form>
  )
}

/** Counts returns from the back/forward cache, which shows the page as it was left, with its button pressed. */
function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setReturns((before) => before + 1)
    }
    addEventListener('pageshow', count)
    return () => removeEventListener('pageshow', count)
  }, [])
  return returns
}
