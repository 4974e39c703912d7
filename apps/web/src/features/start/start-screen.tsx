import { SignInForm } from '#connection/connect-form.tsx'
import { LeaveForm } from '#connection/leave-form.tsx'
import { useSession } from '#data/session/session.tsx'
import { isWelcomedBack } from '#navigation/decide-screen.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { Facts } from './facts.tsx'
import { FirstVisit } from './first-visit.tsx'
import { SamplePictures } from './sample-pictures.tsx'

/** Nobody is signed in here: coming back is one press, and connecting for the first time another. */
export function StartScreen() {
  const { session } = useSession()
  return (
    <div className="start">
      {isWelcomedBack(session) ? (
        <WelcomeBack businessName={session.returning?.businessName ?? null} />
      ) : (
        <FirstVisit />
      )}
      {session.provider.offers.includes('books') && <SamplePictures />}
    </div>
  )
}

/** This device remembers which business was shown last: its name, and nothing else of it. */
function WelcomeBack(props: { readonly businessName: string | null }) {
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
