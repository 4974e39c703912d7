import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import { ConnectForm, ContinueForm, SignInForm } from '#connection/connect-form.tsx'
import { badgeState, isSignedOut } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { DaysCard } from './days/days-card.tsx'
import { LetterCard } from './letter-card.tsx'
import { MoreCard } from './more-card.tsx'
import { SeesCard } from './sees-card.tsx'
import { StateColumn } from './state-column.tsx'

/** Everything about the connection in one place, one press from the mark at the top. */
export function ConnectionScreen(props: {
  /** Which business it is. */
  readonly about: (connection: ConnectionView) => ReactNode
}) {
  const { session } = useSession()
  const { t } = useWords()
  const { page } = usePartWords('connection_page')
  const connection = selectedConnection(session)
  if (connection === undefined || connection.state === 'disconnected') return <NoConnection />
  return (
    <Screen title={page.title(businessName(connection, t))}>
      <div className="columns">
        <StateColumn connection={connection} />
        <SeesCard connection={connection} />
      </div>
      <div className="columns">
        {session.provider.offers.includes('books') && props.about(connection)}
        <div className="column">
          <DaysCard key={`days-${connection.id}`} connection={connection} />
          {session.provider.hasLetter && (
            <LetterCard key={`letter-${connection.id}`} connection={connection} />
          )}
          <div className="screen-only">
            <MoreCard connection={connection} />
          </div>
        </div>
      </div>
    </Screen>
  )
}

function NoConnection() {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('connection_page')
  const { name, hasBusinesses } = session.provider
  const told = badgeState(session)
  const isSignedIn = session.person !== null
  return (
    <Screen
      title={t.connectionPage.titleNone}
      lede={isSignedIn ? t.connectionPage.none : words.page.signedOut}
    >
      <div className="narrow">
        <Card title={words.page.state} variant="stub">
          <p className="state-line">
            <StateWords told={told} />
          </p>
          {told.state === 'connecting' ? (
            <ContinueForm />
          ) : isSignedOut(session) ? (
            <SignInForm>{t.ended.signIn}</SignInForm>
          ) : (
            <ConnectForm intent="connect" returnTo="/">
              {hasBusinesses ? t.connect.business : words.connect(name)}
            </ConnectForm>
          )}
          {!isSignedIn && !isSignedOut(session) && <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>}
        </Card>
      </div>
    </Screen>
  )
}
