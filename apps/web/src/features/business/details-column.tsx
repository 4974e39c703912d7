import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { useWords } from '#words/words.tsx'
import { DetailsCard } from './details-card.tsx'
import { LockedCard } from './locked-card.tsx'

/** What this page shows of what may be seen: only for that has it a place that says "allow it and it appears here". */
const SHOWN_HERE: readonly string[] = ['business:read']

/** What is read of the business, with a place for what may not be read. */
export function DetailsColumn(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t } = useWords()
  return (
    <div className="column">
      <CacheBoundary connection={connection}>
        <DetailsCard connection={connection} title={t.home.detailsTitle}>
          {isReadable(connection.state) && (
            <ConnectForm intent="switch_business" connectionId={connection.id} variant="quiet">
              {t.home.notThisOne}
            </ConnectForm>
          )}
        </DetailsCard>
      </CacheBoundary>
      {connection.missing
        .filter((value) => SHOWN_HERE.includes(value))
        .map((value) => (
          <LockedCard key={value} value={value} connection={connection} />
        ))}
      <section className="place">
        <h2>{t.home.figuresTitle}</h2>
        <p>{t.home.figuresBody}</p>
      </section>
    </div>
  )
}
