import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { SignInForm } from '#connection/connect-form.tsx'
import { leaveSentences, leaveTitle, providerSessionSentences } from '#connection/leave-words.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows the result of signing out or leaving: who is signed out, which connections ended and which remain. */
export function LeaveResultScreen({ left }: { readonly left: LeaveResult }) {
  const { session } = useSession()
  const { t } = useWords()
  const { left: words, alone } = usePartWords('leaving')
  const { name, connectedAppsUrl, revokes } = session.provider
  const isSignedIn = session.person !== null
  return (
    <Screen title={leaveTitle(left, t, words)} namesWindow takesFocus>
      <div className="narrow">
        <p>{leaveSentences(left, session.provider, { t, words, alone }).join(' ')}</p>
        {!isSignedIn && left.atProvider !== null && (
          <p>{providerSessionSentences(left, name, words).join(' ')}</p>
        )}
        {(left.revocation === 'confirming' || (left.revocation !== null && !revokes)) &&
          connectedAppsUrl !== null && (
            <p>
              <a href={connectedAppsUrl}>{t.connectionPage.inHarbour(name)}</a>
            </p>
          )}
        {left.disconnected > 0 && <Reference reference={left.reference} />}
        <div className="actions">
          <AppLink className="button-primary" to={PATHS.overview}>
            {isSignedIn ? words.toOverview : words.toStart}
          </AppLink>
          {!isSignedIn && left.endSessionUrl !== null && (
            <a className="button-plain" href={left.endSessionUrl}>
              {words.endAtProvider(name)}
            </a>
          )}
          {!isSignedIn && left.stayConnected + left.needReconnect > 0 && (
            <SignInForm variant="plain" returnTo={PATHS.overview}>
              {t.ended.signIn}
            </SignInForm>
          )}
        </div>
      </div>
    </Screen>
  )
}
