import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { ReadFailure } from '#connection/read-failure.tsx'
import { selectedConnection } from '#data/connections.ts'
import { cacheKeyOf } from '#data/session-state.ts'
import { useSession } from '#data/session.tsx'
import { useFigures } from '#data/use-figures.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { LastAnswer, OverviewAge } from './overview-age.tsx'
import { OverviewPictures } from './overview-pictures.tsx'
import { OverviewWaiting } from './overview-waiting.tsx'

/** The figures of the business that is shown: the answer in a sentence, then the pictures. */
export function Overview(props: { readonly connection: ConnectionView }) {
  return (
    <FiguresBoundary
      connectionKey={cacheKeyOf(props.connection)}
      Content={Content}
      Waiting={OverviewWaiting}
    />
  )
}

/** Finds its connection by itself: nothing that changes is passed in while the page is on its way. */
function Content() {
  const { session } = useSession()
  const connection = selectedConnection(session)
  return connection === undefined ? null : <Read connection={connection} />
}

function Read({ connection }: { readonly connection: ConnectionView }) {
  const reads = isReadable(connection.state)
  const read = useFigures<OverviewFigures>('overview', connection, reads)
  const { data: figures, failure } = read
  const told = <ReadFailure connection={connection} read={read} />
  if (figures === undefined)
    return (
      <>
        {!reads && <LastAnswer at={connection.lastGoodAt} />}
        {failure !== undefined && reads ? told : read.loading && <OverviewWaiting />}
      </>
    )
  return (
    <OverviewPictures
      connection={connection}
      figures={figures}
      read={read}
      isFrozen={!reads}
      age={<OverviewAge connection={connection} read={read} figures={figures} />}
      failure={told}
    />
  )
}
