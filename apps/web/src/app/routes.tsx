import { CacheWall } from '#connect/cache-wall.tsx'
import { AppLink } from '#connect/app-link.tsx'
import { ConnectionNotice } from '#connect/connection-notice.tsx'
import { selectedConnection } from '#connect/connection-state.ts'
import { PATHS } from '#connect/paths.ts'
import { Screen as ScreenFrame } from '#connect/screen.tsx'
import { useSession } from '#data/session.tsx'
import { BusinessesScreen } from '#features/business/businesses-screen.tsx'
import { DetailsCard } from '#features/business/details-card.tsx'
import { HomeScreen } from '#features/business/home-screen.tsx'
import { ConnectionScreen } from '#features/connection/connection-screen.tsx'
import { DisconnectScreen } from '#features/connection/disconnect-screen.tsx'
import { ProfileScreen } from '#features/profile/profile-screen.tsx'
import { ResultScreen } from '#features/result/result-screen.tsx'
import { SignedInScreen } from '#features/signed-in/signed-in-screen.tsx'
import { StartScreen } from '#features/start/start-screen.tsx'
import { useWords } from '#words/words.tsx'
import type { Screen } from './screen.ts'

/** The only place that knows several features. */
export function Routes(props: { readonly screen: Screen }) {
  const { screen } = props
  const { session } = useSession()
  const connection = selectedConnection(session)
  switch (screen.kind) {
    case 'start':
      return <StartScreen />
    case 'home':
      return connection === undefined ? (
        <StartScreen />
      ) : (
        <HomeScreen key={connection.id} connection={connection} />
      )
    case 'result':
      return (
        <ResultScreen
          key={`${screen.flow.id}:${screen.flow.outcome}`}
          flow={screen.flow}
          proof={<Proof connectionId={screen.flow.connectionId} />}
        />
      )
    case 'profile':
      return <ProfileScreen />
    case 'businesses':
      return <BusinessesScreen />
    case 'connection':
      return <ConnectionScreen />
    case 'disconnect':
      return <DisconnectScreen />
    case 'signed_in':
      return <SignedInScreen />
    case 'not_found':
      return <NotFound />
  }
}

function Proof(props: { readonly connectionId: string | null }) {
  const { session } = useSession()
  const { t } = useWords()
  const connection = session.connections.find(({ id }) => id === props.connectionId)
  if (connection === undefined) return null
  return (
    <>
      <ConnectionNotice connection={connection} />
      <CacheWall connection={connection}>
        <DetailsCard connection={connection} title={t.home.proofTitle} />
      </CacheWall>
    </>
  )
}

function NotFound() {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <ScreenFrame title={t.notFound.title} lede={t.notFound.body}>
      <div className="actions">
        <AppLink className="button-primary" to={PATHS.overview}>
          {t.notFound.overview}
        </AppLink>
        {session.person !== null && (
          <AppLink className="button-plain" to={PATHS.businesses}>
            {t.notFound.businesses}
          </AppLink>
        )}
      </div>
    </ScreenFrame>
  )
}
