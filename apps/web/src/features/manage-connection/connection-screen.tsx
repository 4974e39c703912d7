import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { selectedConnection } from '#data/connections.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { businessName } from '#connection/state-words.ts'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { MoreCard } from './more-card.tsx'
import { SeesCard } from './sees-card.tsx'
import { StateColumn } from './state-column.tsx'
import { NoConnection } from './no-connection.tsx'
import { DaysCard } from './days-card.tsx'

/** Everything about the connection in one place, one press from the mark at the top. */
export function ConnectionScreen(props: {
  /** Which business it is. */
  readonly about: (connection: ConnectionView) => ReactNode
}) {
  const { session } = useSession()
  const { t } = useWords()
  const connection = selectedConnection(session)
  if (connection === undefined || connection.state === 'disconnected') return <NoConnection />
  return (
    <Screen title={t.connectionPage.title(businessName(connection, t))}>
      <div className="columns">
        <StateColumn connection={connection} />
        <SeesCard connection={connection} />
      </div>
      <div className="columns">
        {session.provider.offers.includes('books') && props.about(connection)}
        <div className="column">
          <DaysCard key={`days-${connection.id}`} connection={connection} />
          <div className="screen-only">
            <MoreCard connection={connection} />
          </div>
        </div>
      </div>
    </Screen>
  )
}
