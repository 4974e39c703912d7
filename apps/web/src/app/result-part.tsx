import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { useSession } from '#data/session/session.tsx'
import { DetailsCard } from '#features/business/details-card.tsx'
import { ResultScreen } from '#features/result/result-screen.tsx'
import { usePartWords } from '#words/words.tsx'

/** Shows a result with details that prove that it is the right business. */
export function ResultPart(props: { readonly connectResult: ConnectResult }) {
  return (
    <ResultScreen
      connectResult={props.connectResult}
      proof={<Proof connectionId={props.connectResult.connectionId} />}
    />
  )
}

function Proof(props: { readonly connectionId: ConnectionId | null }) {
  const { session } = useSession()
  const { proofTitle } = usePartWords('connection_page').details
  const connection = session.connections.find(({ id }) => id === props.connectionId)
  if (connection === undefined) return null
  return (
    <>
      <ConnectionNotice connection={connection} />
      {session.provider.offers.includes('books') && (
        <CacheBoundary connection={connection}>
          <DetailsCard connection={connection} title={proofTitle} />
        </CacheBoundary>
      )}
    </>
  )
}
