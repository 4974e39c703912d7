import { LeaveForm } from '#connection/leave-form.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { useSession } from '#data/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { Facts } from './facts.tsx'

/** This device remembers which business was shown last: its name, and nothing else of it. */
export function WelcomeBack(props: { readonly businessName: string | null }) {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('start').welcome
  return (
    <Screen
      title={t.start.welcomeTitle}
      lede={props.businessName === null ? words.ledeAny : <Rich text={words.lede(props.businessName)} />}
    >
      <BrowserNotices />
      <SignInForm>{t.ended.signIn}</SignInForm>
      <p className="note before">{words.note(session.provider.name)}</p>
      <div className="actions">
        <span>{words.other}</span>
        <LeaveForm leaving={{ kind: 'forget_device' }} variant="quiet">
          {words.forget}
        </LeaveForm>
        <span className="note">{words.forgetNote}</span>
      </div>
      <Facts />
    </Screen>
  )
}
