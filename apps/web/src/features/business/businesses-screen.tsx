import { byName } from '#connection/by-name.ts'
import { ConnectForm } from '#connection/connect-form.tsx'
import { liveConnections } from '#data/connections.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { BusinessItem } from './business-item.tsx'

/** Every business of this person, each with its own state and what can be done about it. */
export function BusinessesScreen() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const live = liveConnections(session)
  const gone = session.connections.filter(({ state }) => state === 'disconnected')
  return (
    <Screen
      title={t.businesses.title}
      lede={live.length > 0 ? t.businesses.lede(live.length) : t.businesses.empty}
    >
      {session.connections.length > 0 && (
        <ul className="businesses">
          {[...byName(live, t, locale), ...byName(gone, t, locale)].map((connection) => (
            <BusinessItem key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <div className="actions">
        <ConnectForm intent="connect" variant={live.length > 0 ? 'plain' : 'primary'}>
          {live.length > 0 ? t.connect.another : t.connect.business}
        </ConnectForm>
      </div>
    </Screen>
  )
}
