import { byName } from '#connection/by-name.ts'
import { businessName } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { liveConnections } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { useWords } from '#words/words.tsx'

/** The businesses of this person, each with its state. */
export function BusinessesCard() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const live = byName(liveConnections(session), t, locale)
  return (
    <Card title={t.profile.businesses}>
      {live.length === 0 && <p className="muted">{t.businesses.empty}</p>}
      <ul>
        {live.map((connection) => (
          <li key={connection.id} className="switch-row">
            <strong>{businessName(connection, t)}</strong>
            <StateWords told={connection} />
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={PATHS.businesses}>{t.connectionPage.seeAll}</AppLink>
      </p>
    </Card>
  )
}
