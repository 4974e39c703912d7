import { useEffect, useState, type ReactNode } from 'react'
import { usePendingPress, type PendingPress } from './use-pending-press.ts'

interface PlainFormProps {
  readonly action: string
  /** Hidden fields by name; a field that is undefined is left out. */
  readonly fields: Readonly<Record<string, string | undefined>>
  /** The button and what is beside it. */
  readonly children: (press: PendingPress) => ReactNode
}

/**
 * Leaves this page by a plain form, which works before and without scripts. With scripts a second press is ignored, and nothing
 * is sent without a network.
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

/** Counts returns from the back/forward cache: the page is as it was left, with a button that was pressed. */
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
