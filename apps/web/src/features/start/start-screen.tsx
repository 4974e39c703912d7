import type { SessionView } from '@counterfoil/bff-api/session'
import { useMutation } from '@tanstack/react-query'
import { ConnectForm, ContinueForm, SignInForm } from '#connection/connect-form.tsx'
import { LeaveForm } from '#connection/leave-form.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import { isWelcomedBack } from '#navigation/decide-screen.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { SamplePictures } from './sample-pictures.tsx'

/** Shows the start page while nobody is signed in: one button signs in again, another connects for the first time. */
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

/** Greets the person with the name of the last shown business, the only thing that this device remembers. */
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

/** Introduces the app before anything is connected: its purpose, its permissions, one button. */
function FirstVisit() {
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('start')
  const provider = session.provider.name
  const connect = session.provider.hasBusinesses ? t.connect.business : words.connect(provider)
  const isOpen = session.openAttempt !== null
  // The charts of cash over time and profit need these offers of the provider.
  const { offers, hasBusinesses } = session.provider
  const showsBooks = offers.includes('books')
  const drawsAll = offers.includes('transactions') && offers.includes('reports')
  return (
    <Screen
      title={showsBooks ? t.start.title : words.connect(provider)}
      lede={(showsBooks ? (drawsAll ? words.lede : words.ledeWithout) : words.ledeAlone)(provider)}
    >
      {session.openAttempt !== null && <HalfFinished attempt={session.openAttempt} />}
      <BrowserNotices />
      <ConnectForm intent="connect" variant={isOpen ? 'plain' : 'primary'}>
        {isOpen ? t.connect.startAgain : connect}
      </ConnectForm>
      <p className="note before">{(hasBusinesses ? words.before : words.beforeAlone)(provider)}</p>
      {session.person === null && (
        <div className="actions before">
          <span>{words.connectedBefore}</span>
          <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>
        </div>
      )}
      <Facts />
      {hasBusinesses && showsBooks && <p className="note">{words.plan(provider)}</p>}
    </Screen>
  )
}

type Attempt = NonNullable<SessionView['openAttempt']>

/** Shows that the person went to the provider and did not return. */
function HalfFinished({ attempt }: { readonly attempt: Attempt }) {
  const { session, changed } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('start')
  const { alert } = useAnnouncer()
  const dismiss = useMutation({
    mutationFn: () => bff.dismissAttempt(attempt.id),
    onSuccess: changed,
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <Notice
      tone="info"
      title={words.half.title}
      actions={
        <>
          <ContinueForm />
          <ActionButton
            variant="quiet"
            pending={dismiss.isPending}
            pendingLabel={words.half.dismiss}
            onPress={() => dismiss.mutate()}
          >
            {words.half.dismiss}
          </ActionButton>
        </>
      }
    >
      <p>{words.half.body(format.clock(attempt.startedAt), session.provider.name)}</p>
    </Notice>
  )
}

/** Lists what the app may see, what it never does and how to stop it, according to its configuration. */
function Facts() {
  const { session } = useSession()
  const words = usePartWords('start')
  const permissions = usePermissions()
  const asked = permissions.inWords(session.requestedScopes)
  // Names may contain "and": another one before the last name would be ambiguous.
  const sees = permissions.names(session.requestedScopes).join(', ')
  const facts = [
    {
      term: asked.some(({ kind }) => kind === 'own') ? words.may : words.sees,
      detail: `${sees.charAt(0).toUpperCase()}${sees.slice(1)}.`,
    },
    ...(asked.some(({ kind }) => kind !== 'see') ? [] : [words.cant]),
    {
      term: words.stop.term,
      detail: words.stop.detail(session.provider.name, session.unusedDays),
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
