import type { SessionView } from '@counterfoil/bff-api/session'
import { useMutation } from '@tanstack/react-query'
import { createElement, Suspense, useState, useSyncExternalStore } from 'react'
import { ConnectForm, ContinueForm, SignInForm } from '#connection/connect-form.tsx'
import { LeaveForm } from '#connection/leave-form.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import { isWelcomedBack } from '#navigation/decide-screen.ts'
import { usePart } from '#navigation/lazy-parts.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

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
  const { t, words } = useWords('start')
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
  const { t, format, words } = useWords('start')
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

const TEST_COOKIE = 'counterfoil_test'

function takesCookies(): boolean {
  if (!navigator.cookieEnabled) return false
  document.cookie = `${TEST_COOKIE}=1; path=/; SameSite=Lax`
  const kept = document.cookie.includes(TEST_COOKIE)
  document.cookie = `${TEST_COOKIE}=; path=/; max-age=0; SameSite=Lax`
  return kept
}

let cookieAnswer: boolean | undefined
const cookiesBlocked = () => !(cookieAnswer ??= takesCookies())
const insideAnotherApp = () => isInAppBrowser(navigator.userAgent)
const subscribe = () => () => undefined
const notKnown = () => false

/** Warns before the button about browser settings that may prevent connecting. */
function BrowserNotices() {
  const words = usePartWords('start')
  const inApp = useSyncExternalStore(subscribe, insideAnotherApp, notKnown)
  const blocked = useSyncExternalStore(subscribe, cookiesBlocked, notKnown)
  const own = inApp ? ownBrowserLink({ userAgent: navigator.userAgent, url: location.href }) : undefined
  return (
    <>
      {inApp && (
        <Notice
          tone="warn"
          icon="needs_you"
          title={words.inApp.title}
          actions={
            <>
              {own !== undefined && (
                <a className="button-primary" href={own.href}>
                  {words.inApp.open(own.name)}
                </a>
              )}
              <CopyButton text={location.href} label={words.inApp.copy} />
            </>
          }
        >
          <p>{words.inApp.body}</p>
        </Notice>
      )}
      {blocked && (
        <Notice tone="warn" icon="needs_you" title={words.cookies.title}>
          <p>{words.cookies.body}</p>
          <p className="note">{words.cookies.how}</p>
        </Notice>
      )}
    </>
  )
}

/** The names that apps add to the user agent of their in-app browser. */
const SIGNS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Twitter|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|GSA\/|KAKAOTALK|NAVER)/

/** Matches Android's embedded web view, which marks itself with `; wv)`. */
const ANDROID_VIEW = /; wv\)/
/** Matches an embedded web view on iOS: it contains only "Mobile/…", while every real browser names itself. */
const IOS_VIEW = /\((iPhone|iPad|iPod).*AppleWebKit(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS))/

/**
 * Returns an address that opens `url` in the device's own browser; undefined if no such address is known. iOS 17 supports
 * `x-safari-https`, Android supports intents.
 */
export function ownBrowserLink({
  userAgent,
  url,
}: {
  readonly userAgent: string
  readonly url: string
}): { readonly name: string; readonly href: string } | undefined {
  if (!url.startsWith('https://')) return undefined
  const rest = url.slice('https://'.length)
  if (/iPhone|iPad|iPod/.test(userAgent)) return { name: 'Safari', href: `x-safari-https://${rest}` }
  if (/Android/.test(userAgent))
    return { name: 'Chrome', href: `intent://${rest}#Intent;scheme=https;package=com.android.chrome;end` }
  return undefined
}

/** Returns true for the browser inside another app, where signing in elsewhere often fails. */
export function isInAppBrowser(userAgent: string): boolean {
  return SIGNS.test(userAgent) || ANDROID_VIEW.test(userAgent) || IOS_VIEW.test(userAgent)
}

/** Shows what a connected business could look like, stamped "Sample". Its code is loaded after that of the page. */
function SamplePictures() {
  const { t } = useWords()
  const [sheet] = useState(copySheet)
  return (
    <figure className="sample stub" aria-label={t.picture.sampleNote}>
      <figcaption>
        <span className="stamp">{t.picture.sample}</span>
      </figcaption>
      <ErrorBoundary fallback={() => <Sheet copy={sheet} />}>
        <Suspense fallback={<Sheet copy={sheet} />}>
          <Drawn />
        </Suspense>
      </ErrorBoundary>
    </figure>
  )
}

function Drawn() {
  return createElement(usePart('sample'))
}

/** Copies the server-rendered charts: any update before their code has loaded makes React remove them. */
function copySheet(): Node | undefined {
  return globalThis.document?.querySelector('.sample > .picture')?.cloneNode(true)
}

function Sheet({ copy }: { readonly copy: Node | undefined }) {
  return (
    <div
      ref={(place) => {
        if (copy !== undefined) place?.replaceChildren(copy)
      }}
    />
  )
}
