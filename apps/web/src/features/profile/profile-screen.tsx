import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { LeaveForm, SignOutChoices } from '#connection/leave-form.tsx'
import { ReadCard } from '#connection/read-card.tsx'
import { businessName, byName } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { didNotLoad } from '#data/failure.ts'
import { liveConnections, selectedConnection, useSession } from '#data/session/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { ProfileDocument } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { Waiting } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows the person's account at the provider, their businesses, display settings, and the ways to sign out and leave. */
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

function SettingsColumn() {
  const { leaving, profile: words } = usePartWords('leaving')
  return (
    <div className="column">
      <Card title={words.display}>
        <DisplaySettings />
      </Card>
      <Card title={words.signedIn}>
        <p>
          <AppLink to={PATHS.signedIn}>{words.signedInLink}</AppLink>
        </p>
      </Card>
      <Card title={leaving.title}>
        <SignOutChoices everywhere={false} />
        <ForgetMe />
      </Card>
    </div>
  )
}

/** Shows the form to leave for good, behind a second step because it cannot be undone. */
function ForgetMe() {
  const { session } = useSession()
  const { leaving: words, alone } = usePartWords('leaving')
  const { hasBusinesses, name } = session.provider
  const live = liveConnections(session).length
  return (
    <details>
      <summary>{words.forget}</summary>
      <p>{hasBusinesses || live === 0 ? words.forgetNote(live) : alone.forgetNote(name)}</p>
      <LeaveForm leaving={{ kind: 'forget_me' }} variant="danger">
        {words.forgetYes}
      </LeaveForm>
    </details>
  )
}

function BusinessesCard() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const words = usePartWords('leaving').profile
  const live = byName(liveConnections(session), t, locale)
  return (
    <Card title={words.businesses}>
      {live.length === 0 && <p className="muted">{t.businesses.empty}</p>}
      <ul>
        {live.map((connection) => (
          <li key={connection.id} className="switch-row">
            <strong>{businessName(connection, t)}</strong>
            <StateWords reported={connection} />
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={PATHS.businesses}>{t.connectionPage.seeAll}</AppLink>
      </p>
    </Card>
  )
}

/** Shows the known account data while no business is connected. */
function EmailCard() {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('leaving').profile
  return (
    <Card title={words.account(session.provider.name)}>
      <Rows>
        <Row name={words.email}>{session.person?.email ?? t.profile.notGiven}</Row>
      </Rows>
    </Card>
  )
}

/** Shows the person's account as the provider reports it. */
function PersonCard({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('leaving').profile
  const provider = session.provider.name
  const profile = useBusinessData(ProfileDocument, {}, connection, isReadable(connection.state))
  const user = profile.data?.user
  const name = [user?.firstName, user?.lastName].filter((part) => part).join(' ')
  const noName = ['user.firstName', 'user.lastName'].some((path) => didNotLoad(profile.failure, path))
    ? t.failure.partial.row
    : t.profile.notGiven
  const isWaiting = profile.loading && profile.failure === undefined
  const waiting = isWaiting ? <Waiting label={words.getting} /> : t.home.notRead

  return (
    <ReadCard
      connection={connection}
      title={words.account(provider)}
      read={profile}
      noteBefore={words.readOnly(provider)}
      fresh={user ? words.readOnly(provider) : undefined}
      rows={
        <>
          <Row name={words.name}>{user ? name || noName : waiting}</Row>
          <Row name={words.email}>{user?.defaultEmail ?? session.person?.email ?? t.profile.notGiven}</Row>
          <Row name={words.since(provider)}>{user ? format.date(user.createdAt) : waiting}</Row>
        </>
      }
    />
  )
}
