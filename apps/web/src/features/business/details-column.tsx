import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { useWords } from '#words/words.tsx'
import { DetailsCard } from './details-card.tsx'

/** What is read of the business. */
export function DetailsColumn(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t } = useWords()
  return (
    <div className="column" id="about">
      <CacheBoundary connection={connection}>
        <DetailsCard connection={connection} title={t.home.detailsTitle}>
          {isReadable(connection.state) && (
            <ConnectForm intent="switch_business" connectionId={connection.id} variant="quiet">
              {t.home.notThisOne}
            </ConnectForm>
          )}
        </DetailsCard>
      </CacheBoundary>
    </div>
  )
}
