import { useMutation } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#connect/app-link.tsx'
import { CacheWall } from '#connect/cache-wall.tsx'
import { StateWords } from '#connect/chip.tsx'
import { isReadable, isToldAbove, liveConnections, selectedConnection } from '#connect/connection-state.ts'
import { ConnectionNotice } from '#connect/connection-notice.tsx'
import { DisplaySettings } from '#connect/display-settings.tsx'
import { FiguresNote } from '#connect/figures-note.tsx'
import { PATHS } from '#connect/paths.ts'
import { Screen } from '#connect/screen.tsx'
import { businessName } from '#connect/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { tellOtherTabs } from '#data/live-updates.ts'
import { didNotLoad, isToldHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { useFigures } from '#data/use-figures.ts'
import { ProfileDocument } from '#gql/operations.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** Who the person is at the provider, their businesses, how the app looks, and the way out. */
export function ProfileScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const selected = selectedConnection(session)
  const live = liveConnections(session)
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
            <CacheWall connection={selected}>
              <PersonCard connection={selected} />
            </CacheWall>
          )}
          <Card title={t.profile.businesses}>
            {live.length === 0 && <p className="muted">{t.businesses.empty}</p>}
            <ul className="plain-list">
              {live.map((connection) => (
                <li key={connection.id} className="switch-row">
                  <strong>{businessName(connection, t)}</strong>
                  <StateWords state={connection.state} />
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
            <SignOutButton />
            <p className="note">{t.profile.signOutNote}</p>
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
  const profile = useFigures(ProfileDocument, {}, connection, reads)
  const user = profile.data?.user
  const name = [user?.firstName, user?.lastName].filter((part) => part).join(' ')
  const notGiven = (...fields: readonly string[]) =>
    fields.some((field) => didNotLoad(profile.failure, `user.${field}`))
      ? t.failure.partial.row
      : t.profile.notGiven
  const email = user?.defaultEmail ?? session.person?.email ?? t.profile.notGiven

  return (
    <Card
      title={t.profile.account(provider)}
      variant="stub"
      busy={profile.loading}
      note={
        user ? (
          <FiguresNote
            figures={profile}
            canRead={reads && connection.state !== 'trouble' && profile.failure === undefined}
            fresh={t.profile.readOnly(provider)}
          />
        ) : (
          t.profile.readOnly(provider)
        )
      }
    >
      <Rows>
        {user && <Row name={t.profile.name}>{name === '' ? notGiven('firstName', 'lastName') : name}</Row>}
        <Row name={t.profile.email}>{email}</Row>
        {user && <Row name={t.profile.since(provider)}>{format.date(user.createdAt)}</Row>}
      </Rows>
      {!user && profile.loading && profile.failure === undefined && (
        <Skeleton lines={2} label={t.profile.getting} still={t.profile.getting} />
      )}
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

/** Ends the sign-in of this browser; every tab hears it. */
function SignOutButton() {
  const { t } = useWords()
  const { alert } = useAnnouncer()
  const signOut = useMutation({
    mutationFn: () => bff.signOut({ everywhere: false }),
    onSuccess: () => {
      tellOtherTabs({ kind: 'signed-out' })
      // A new document: nothing of the person stays in memory.
      location.assign(PATHS.overview)
    },
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <ActionButton
      pending={signOut.isPending}
      pendingLabel={t.profile.signOut}
      onPress={() => signOut.mutate()}
    >
      {t.profile.signOut}
    </ActionButton>
  )
}
