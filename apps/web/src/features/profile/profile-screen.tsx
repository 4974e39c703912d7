import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { byName } from '#connection/by-name.ts'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { StateWords } from '#connection/status-badge.tsx'
import { isReadable, isToldAbove } from '#connection/connection-state.ts'
import { liveConnections, selectedConnection } from '#data/connections.ts'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { LeaveForm } from '#connection/leave-form.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignOutChoices } from '#connection/sign-out-choices.tsx'
import { businessName } from '#connection/state-words.ts'
import { didNotLoad, isToldHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { ProfileDocument } from '#gql/operations.ts'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { Waiting } from '#ui/skeleton.tsx'
import { withLeavingWords } from '#words/leaving-words.ts'
import { useWords } from '#words/words.tsx'

/** Who the person is at the provider, their businesses, how the app looks, and the way out. */
export function ProfileScreen() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const selected = selectedConnection(session)
  const live = byName(liveConnections(session), t, locale)
  return (
    <Screen title={t.profile.title}>
      {selected !== undefined && <ConnectionNotice connection={selected} />}
      <div className="columns">
        <div className="column">
          {selected === undefined ? (
            <Card title={t.profile.account(session.provider.name)}>
              <Rows>
                <Row name={t.profile.email}>{session.person?.email ?? t.profile.notGiven}</Row>
              </Rows>
            </Card>
          ) : (
            <CacheBoundary connection={selected}>
              <PersonCard connection={selected} />
            </CacheBoundary>
          )}
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
        </div>
        <div className="column">
          <Card title={t.profile.display}>
            <DisplaySettings />
          </Card>
          <Card title={t.profile.signedIn}>
            <p>
              <AppLink to={PATHS.signedIn}>{t.profile.signedInLink}</AppLink>
            </p>
          </Card>
          <Card title={withLeavingWords(t, locale).leaving.title}>
            <SignOutChoices everywhere={false} />
            <ForgetMe />
          </Card>
        </div>
      </div>
    </Screen>
  )
}

function PersonCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const provider = session.provider.name
  const reads = isReadable(connection.state)
  const profile = useBusinessData(ProfileDocument, {}, connection, reads)
  const user = profile.data?.user
  const name = [user?.firstName, user?.lastName].filter((part) => part).join(' ')
  const notGiven = (...fields: readonly string[]) =>
    fields.some((field) => didNotLoad(profile.failure, `user.${field}`))
      ? t.failure.partial.row
      : t.profile.notGiven
  const isWaiting = profile.loading && profile.failure === undefined
  const waiting = isWaiting ? <Waiting label={t.profile.getting} /> : t.home.notRead
  const email = user?.defaultEmail ?? session.person?.email ?? t.profile.notGiven

  return (
    <Card
      title={t.profile.account(provider)}
      variant="stub"
      busy={profile.loading}
      note={
        user ? (
          <DataAgeNote
            data={profile}
            canRead={reads && connection.state !== 'trouble' && profile.failure === undefined}
            fresh={t.profile.readOnly(provider)}
          />
        ) : (
          t.profile.readOnly(provider)
        )
      }
    >
      <Rows>
        <Row name={t.profile.name}>
          {user ? (name === '' ? notGiven('firstName', 'lastName') : name) : waiting}
        </Row>
        <Row name={t.profile.email}>{email}</Row>
        <Row name={t.profile.since(provider)}>{user ? format.date(user.createdAt) : waiting}</Row>
      </Rows>
      {profile.failure !== undefined &&
        reads &&
        isToldHere(profile.failure, isToldAbove(connection.state, connection.reason)) && (
          <FailureNotice
            failure={profile.failure}
            provider={provider}
            onRetry={profile.retry}
            willRetry={profile.willRetry}
          />
        )}
    </Card>
  )
}

/** Leaving for good: asked in two steps, because nothing brings it back. */
function ForgetMe() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const words = withLeavingWords(t, locale).leaving
  return (
    <details>
      <summary>{words.forget}</summary>
      <p>{words.forgetNote(liveConnections(session).length)}</p>
      <LeaveForm leaving={{ kind: 'forget_me' }} variant="danger">
        {words.forgetYes}
      </LeaveForm>
    </details>
  )
}
