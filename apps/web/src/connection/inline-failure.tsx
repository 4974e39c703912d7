import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type Failure, isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { isReadable, isShownAbove } from './connection-state.ts'

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

/**
 * What went wrong with what was read of a connection, with the way to read it again. Nothing where nothing is asked for, and
 * where the top of the page tells it.
 */
export function ReadFailure(props: {
  readonly connection: ConnectionView
  readonly read: Pick<BusinessData<unknown>, 'data' | 'failure' | 'retry' | 'willRetry'>
}) {
  const { connection, read } = props
  const { failure } = read
  if (failure === undefined || !isReadable(connection.state)) return null
  return (
    <InlineFailure
      failure={failure}
      isShownAbove={isShownAbove(connection.state, connection.reason)}
      onRetry={read.retry}
      willRetry={read.willRetry}
      isEmpty={read.data === undefined}
    />
  )
}
