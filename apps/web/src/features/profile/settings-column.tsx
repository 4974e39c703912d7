import { LeaveForm } from '#connection/leave-form.tsx'
import { SignOutChoices } from '#connection/sign-out-choices.tsx'
import { liveConnections } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { DisplaySettings } from '#ui/display-settings.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Display settings, signed-in browsers, and sign-out. */
export function SettingsColumn() {
  const { t } = useWords()
  const { leaving } = usePartWords('leaving')
  return (
    <div className="column">
      <Card title={t.profile.display}>
        <DisplaySettings />
      </Card>
      <Card title={t.profile.signedIn}>
        <p>
          <AppLink to={PATHS.signedIn}>{t.profile.signedInLink}</AppLink>
        </p>
      </Card>
      <Card title={leaving.title}>
        <SignOutChoices everywhere={false} />
        <ForgetMe />
      </Card>
    </div>
  )
}

/** Leaving for good: asked in two steps, because nothing brings it back. */
function ForgetMe() {
  const { session } = useSession()
  const words = usePartWords('leaving').leaving
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
