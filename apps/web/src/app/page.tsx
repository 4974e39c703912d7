/* oxlint-disable react/static-components -- a part is a component of its own file, the same one every time */
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useLocation, useRouter } from 'wouter'
import { useConnectResult } from '#data/connect-result.tsx'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { LastKnownProvider } from '#data/last-known.tsx'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { SignInDialogs } from '#features/sign-in/sign-in-dialogs.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { decideScreen, type Screen } from '#navigation/decide-screen.ts'
import { type FormPart, type PlainScreen, usePart } from '#navigation/lazy-parts.tsx'
import { type DetailName, type ListName, PATHS } from '#navigation/paths.ts'
import { ArrivalProvider, Screen as ScreenFrame } from '#navigation/screen-frame.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useWords } from '#words/words.tsx'
import { Fallback } from './fallback.tsx'
import { Shell } from './shell.tsx'
import { documentTitle } from './titles.ts'

/** Shows the page: the frame, the screen of this address, and the sign-in dialogs. */
export function Page(props: {
  readonly boot: Boot
  readonly late: LateAnswer | undefined
  readonly onReady: (() => void) | undefined
}) {
  const { boot, onReady } = props
  const { session } = useSession()
  const { t } = useWords()
  const { screen, name } = useCurrentScreen()
  const title =
    screen.kind === 'result' || screen.kind === 'left' ? undefined : documentTitle(screen, session, t)

  // Runs before the effects of a screen, so that a screen that sets the window's title has the last word.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
    if (onReady !== undefined) queueMicrotask(onReady)
  }, [onReady])

  return (
    <LastKnownProvider boot={boot} late={props.late} person={session.person?.userId} screen={name}>
      <ArrivalProvider screen={name}>
        <Shell>
          <CurrentScreen screen={screen} name={name} />
        </Shell>
        <SignInDialogs />
      </ArrivalProvider>
    </LastKnownProvider>
  )
}

/** Returns the screen of this address in this state, with a name that is unique to it. */
function useCurrentScreen(): { readonly screen: Screen; readonly name: string } {
  const { session } = useSession()
  const outcome = useConnectResult()
  const { base } = useRouter()
  const [path] = useLocation()
  const screen = decideScreen(base + path, session, outcome)
  return { screen, name: [screen.kind, path, ...subjectOf(screen, session)].join(':') }
}

/** Returns the values that distinguish screens of one address: another result or another business is another screen. */
function subjectOf(screen: Screen, session: SessionView): readonly string[] {
  switch (screen.kind) {
    case 'result':
      return [screen.connectResult.id, screen.connectResult.outcome]
    case 'left':
      return [screen.left.id]
    case 'home':
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates':
    case 'invoice':
    case 'customer':
    case 'account':
    case 'estimate':
    case 'transaction':
      return [session.selectedConnectionId ?? '']
    default:
      return []
  }
}

/**
 * Shows the screen of this address. An error replaces only the screen, not the frame; another screen starts without it.
 *
 * @param props.name A name that is unique to the screen.
 */
function CurrentScreen(props: { readonly screen: Screen; readonly name: string }) {
  return (
    <ErrorBoundary key={props.name} fallback={(cause, retry) => <Fallback cause={cause} onRetry={retry} />}>
      <Routes screen={props.screen} />
    </ErrorBoundary>
  )
}

/** Shows a screen, and fetches its file if that has not loaded yet. */
function Routes(props: { readonly screen: Screen }) {
  return (
    <Suspense fallback={<div className="screen" aria-busy="true" />}>
      <Chosen screen={props.screen} />
    </Suspense>
  )
}

function Chosen({ screen }: { readonly screen: Screen }) {
  switch (screen.kind) {
    case 'result':
      return <Result connectResult={screen.connectResult} />
    case 'left':
      return <Left left={screen.left} />
    case 'not_found':
      return <NotFound />
    case 'home':
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates':
    case 'search':
    case 'periods':
      return <OfBusiness name={screen.kind} />
    case 'invoice':
    case 'customer':
    case 'account':
    case 'estimate':
    case 'transaction':
    case 'statement':
      return <BooksDetail name={screen.kind} id={screen.id} />
    case 'customer_form':
    case 'product_form':
    case 'invoice_form':
    case 'estimate_form':
      return <Form key={`${screen.kind} ${screen.id ?? ''}`} name={screen.kind} id={screen.id} />
    case 'start':
    case 'profile':
    case 'businesses':
    case 'not_connected':
    case 'connection':
    case 'disconnect':
    case 'signed_in':
      return <Plain key={screen.kind} name={screen.kind} />
  }
}

function Plain(props: { readonly name: PlainScreen }) {
  const Part = usePart(props.name)
  return <Part />
}

/** Shows a screen of the selected business; it is mounted again for another business. */
function OfBusiness(props: { readonly name: 'home' | 'search' | 'periods' | ListName }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} />
}

function BooksDetail(props: { readonly name: DetailName; readonly id: string }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} id={props.id} />
}

function Form(props: { readonly name: FormPart; readonly id: string | null }) {
  const { session } = useSession()
  const connection = selectedConnection(session)
  const Part = usePart(props.name)
  return connection === undefined ? null : <Part key={connection.id} connection={connection} id={props.id} />
}

function Result(props: { readonly connectResult: Extract<Screen, { kind: 'result' }>['connectResult'] }) {
  const { connectResult } = props
  const Part = usePart('result')
  return <Part key={`${connectResult.id}:${connectResult.outcome}`} connectResult={connectResult} />
}

function Left(props: { readonly left: Extract<Screen, { kind: 'left' }>['left'] }) {
  const Part = usePart('left')
  return <Part key={props.left.id} left={props.left} />
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
        {session.person !== null && session.provider.hasBusinesses && (
          <AppLink className="button-plain" to={PATHS.businesses}>
            {t.notFound.businesses}
          </AppLink>
        )}
      </div>
    </ScreenFrame>
  )
}
