import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { useWords } from '#words/words.tsx'
import { DetailsColumn } from './details-column.tsx'
import { Gone } from './gone-card.tsx'
import { HomeLede } from './home-lede.tsx'
import { OtherBusinesses } from './other-businesses.tsx'
import { SeesCard } from './sees-card.tsx'

/** The home of the business that is shown: which one it is, and what may be seen of it. */
export function HomeScreen(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t, format } = useWords()
  const reads = isReadable(connection.state)
  const isGone = connection.state === 'disconnected'
  const frozenAt = reads || isGone ? null : connection.lastGoodAt
  return (
    <Screen
      title={businessName(connection, t)}
      lede={reads ? <HomeLede connection={connection} /> : undefined}
      note={frozenAt === null ? undefined : t.home.frozen(format.moment(frozenAt))}
    >
      {isGone ? (
        <Gone connection={connection} />
      ) : (
        <>
          <ConnectionNotice connection={connection} />
          <div className="columns">
            <DetailsColumn connection={connection} />
            <div className="column">
              <SeesCard connection={connection} />
              <OtherBusinesses current={connection} />
            </div>
          </div>
        </>
      )}
    </Screen>
  )
}
