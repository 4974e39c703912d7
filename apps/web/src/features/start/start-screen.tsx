import { useMutation } from '@tanstack/react-query'
import type { SessionView } from '@counterfoil/bff-api/session'
import { ConnectForm } from '#connection/connect-form.tsx'
import { ContinueForm } from '#connection/continue-form.tsx'
import { LeaveForm } from '#connection/leave-form.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { permissionNames, permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'
import { isWelcomedBack } from '#navigation/decide-screen.ts'
import { BrowserNotices } from './browser-notices.tsx'
import { SamplePictures } from './sample-pictures.tsx'

/** Nobody is signed in here: coming back is one press, and connecting for the first time another. */
export function StartScreen() {
  const { session } = useSession()
  return (
    <div className="start">
      {isWelcomedBack(session) ? (
        <Welcome businessName={session.returning?.businessName ?? null} />
      ) : (
        <First />
      )}
      <SamplePictures />
    </div>
  )
}

/** Before anything is connected: what it is for, what it may and may not do, one button. */
function First() {
  const { session } = useSession()
  const { t } = useWords()
  const provider = session.provider.name
  const isOpen = session.openAttempt !== null
  return (
    <Screen title={t.start.title} lede={t.start.lede(provider)}>
      {session.openAttempt !== null && <HalfFinished attempt={session.openAttempt} />}
      <BrowserNotices />
      <ConnectForm intent="connect" variant={isOpen ? 'plain' : 'primary'}>
        {isOpen ? t.connect.startAgain : t.connect.business}
      </ConnectForm>
      <p className="note before">{t.start.before(provider)}</p>
      {session.person === null && (
        <div className="actions before">
          <span>{t.start.connectedBefore}</span>
          <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>
        </div>
      )}
      <Facts />
      <p className="note">{t.start.plan(provider)}</p>
    </Screen>
  )
}

/** This device remembers which business was shown last: its name, and nothing else of it. */
function Welcome(props: { readonly businessName: string | null }) {
  const { session } = useSession()
  const { t } = useWords()
  const words = t.start.welcome
  return (
    <Screen
      title={words.title}
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

/** What may be seen, what never happens, how to stop: as this app is set up. */
function Facts() {
  const { session } = useSession()
  const { t } = useWords()
  const asked = permissionWords(session.requestedScopes, t)
  // Names hold an "and" of their own: one more at the end would join the wrong ones.
  const sees = permissionNames(session.requestedScopes, t).join(', ')
  const facts = [
    { term: t.start.sees, detail: `${sees.charAt(0).toUpperCase()}${sees.slice(1)}.` },
    ...(asked.some(({ changes }) => changes) ? [] : [t.start.cant]),
    {
      term: t.start.stop.term,
      detail: t.start.stop.detail(session.provider.name, session.unusedDays),
    },
  ]
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact.term}>
          <strong>{fact.term}</strong>
          <span>{fact.detail}</span>
        </li>
      ))}
    </ul>
  )
}

type Attempt = NonNullable<SessionView['openAttempt']>

/** The person went to the provider and did not come back. */
function HalfFinished(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const { session, changed } = useSession()
  const { t, format } = useWords()
  const { alert } = useAnnouncer()
  const dismiss = useMutation({
    mutationFn: () => bff.dismissAttempt(attempt.id),
    onSuccess: changed,
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <Notice
      tone="info"
      title={t.start.half.title}
      actions={
        <>
          <ContinueForm />
          <ActionButton
            variant="quiet"
            pending={dismiss.isPending}
            pendingLabel={t.start.half.dismiss}
            onPress={() => dismiss.mutate()}
          >
            {t.start.half.dismiss}
          </ActionButton>
        </>
      }
    >
      <p>{t.start.half.body(format.clock(attempt.startedAt), session.provider.name)}</p>
    </Notice>
  )
}
