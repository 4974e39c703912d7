import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { BusinessData } from '#data/use-business-data.ts'
import { isReadable, isShownAbove } from './connection-state.ts'
import { InlineFailure } from './inline-failure.tsx'

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
