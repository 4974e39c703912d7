import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { selectedConnection } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { useWords } from '#words/words.tsx'
import { BusinessesCard } from './businesses-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PersonCard } from './person-card.tsx'
import { SettingsColumn } from './settings-column.tsx'

/** Who the person is at the provider, their businesses, how the app looks, and the way out. */
export function ProfileScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const { offers, hasBusinesses } = session.provider
  const selected = selectedConnection(session)
  return (
    <Screen title={t.profile.title}>
      {selected !== undefined && <ConnectionNotice connection={selected} />}
      <div className="columns">
        <div className="column">
          {selected === undefined || !offers.includes('books') ? (
            <EmailCard />
          ) : (
            <CacheBoundary connection={selected}>
              <PersonCard connection={selected} />
            </CacheBoundary>
          )}
          {hasBusinesses && <BusinessesCard />}
        </div>
        <SettingsColumn />
      </div>
    </Screen>
  )
}
