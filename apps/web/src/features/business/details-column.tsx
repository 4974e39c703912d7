import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { usePartWords } from '#words/words.tsx'
import { DetailsCard } from './details-card.tsx'

/** What is read of the business. */
export function DetailsColumn(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const words = usePartWords('connection_page').details
  return (
    <div className="column" id="about">
      <CacheBoundary connection={connection}>
        <DetailsCard connection={connection} title={words.title}>
          {isReadable(connection.state) && (
            <ConnectForm intent="switch_business" connectionId={connection.id} variant="quiet">
              {words.notThisOne}
            </ConnectForm>
          )}
        </DetailsCard>
      </CacheBoundary>
    </div>
  )
}
