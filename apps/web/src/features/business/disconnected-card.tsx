import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { StateActions } from '#connection/state-actions.tsx'
import { revocationWords } from '#connection/revocation-words.ts'
import { stateWords } from '#connection/state-words.ts'
import { liveConnections } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { useWords } from '#words/words.tsx'
import { OtherBusinesses } from './other-businesses.tsx'

/** A business that was disconnected: what came of it, and what else there is. */
export function DisconnectedCard(props: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  return (
    <div className="narrow">
      <GoneCard connection={props.connection} />
      {liveConnections(session).length > 0 && <OtherBusinesses current={props.connection} />}
    </div>
  )
}

function GoneCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const words = stateWords(connection, session.provider.name, t, format)
  const said = revocationWords(connection.revocation, session.provider, t)
  return (
    <Card title={words.title}>
      <p>{words.body}</p>
      {said !== undefined && <p>{said}</p>}
      <div className="actions">
        <StateActions connection={connection} />
        <AppLink className="button-plain" to={PATHS.businesses}>
          {t.connectionPage.seeAll}
        </AppLink>
      </div>
    </Card>
  )
}
