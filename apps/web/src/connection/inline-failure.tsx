import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type Failure, isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { isReadable, isShownAbove } from './connection-state.ts'

/** Shows a failure in place of the answer; nothing if the page reports it as a whole. */
export function InlineFailure(props: {
  readonly failure: Failure
  /** True if the page reports the connection's trouble at its top. */
  readonly isShownAbove?: boolean
  readonly onRetry?: () => void
  readonly willRetry?: boolean
  /** True if nothing is shown, not even earlier data. */
  readonly isEmpty?: boolean
}) {
  const { session } = useSession()
  const { isShownAbove = false, ...notice } = props
  return isShownHere(props.failure, isShownAbove) ? (
    <FailureNotice {...notice} provider={session.provider.name} />
  ) : null
}

/**
 * Shows the failure of a reading of a connection, with a retry button. Nothing if nothing is requested, or if the top of the page
 * reports it.
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
