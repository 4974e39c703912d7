import { StateWords } from '#connection/status-badge.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { ContinueForm } from '#connection/continue-form.tsx'
import { isSignedOut, badgeState } from '#connection/connection-state.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

export function NoConnection() {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('connection_page')
  const { name, hasBusinesses } = session.provider
  const told = badgeState(session)
  const isSignedIn = session.person !== null
  return (
    <Screen
      title={t.connectionPage.titleNone}
      lede={isSignedIn ? t.connectionPage.none : t.connectionPage.signedOut}
    >
      <div className="narrow">
        <Card title={t.connectionPage.state} variant="stub">
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
