import { isShownHere, type Failure } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'

/** What went wrong, where the answer would have stood; nothing where the page tells it as a whole. */
export function InlineFailure(props: {
  readonly failure: Failure
  /** Does the page say what trouble the connection is in? */
  readonly isShownAbove?: boolean
  readonly onRetry?: () => void
  readonly willRetry?: boolean
  /** Nothing is shown: not even what was read before. */
  readonly isEmpty?: boolean
}) {
  const { session } = useSession()
  const { isShownAbove = false, ...notice } = props
  return isShownHere(props.failure, isShownAbove) ? (
    <FailureNotice {...notice} provider={session.provider.name} />
  ) : null
}
