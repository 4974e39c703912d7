import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useRouter } from 'wouter'
import { useConnectResult } from '#data/connect-result.tsx'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { LastKnownProvider } from '#data/last-known.tsx'
import { useSession } from '#data/session/session.tsx'
import { SignInDialogs } from '#features/sign-in/sign-in-dialogs.tsx'
import { decideScreen, type Screen } from '#navigation/decide-screen.ts'
import { ArrivalProvider } from '#navigation/screen-frame.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { useWords } from '#words/words.tsx'
import { Fallback } from './fallback.tsx'
import { Routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { documentTitle } from './titles.ts'

/** What is on the page: the frame, the screen of this address, and what is said over it. */
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

  // Before the effects of a screen: one that names the window itself has the last word.
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

/** The screen of this address in this state, and a name that is another for another screen. */
function useCurrentScreen(): { readonly screen: Screen; readonly name: string } {
  const { session } = useSession()
  const told = useConnectResult()
  const { base } = useRouter()
  const [path] = useLocation()
  const screen = decideScreen(base + path, session, told)
  return { screen, name: [screen.kind, path, ...subjectOf(screen, session)].join(':') }
}

/** What a screen is about besides its address: another result or another business is another screen. */
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
 * The screen of this address. What breaks in it costs the screen, never what is around it; another screen begins again.
 *
 * @param props.name Another one for another screen.
 */
function CurrentScreen(props: { readonly screen: Screen; readonly name: string }) {
  return (
    <ErrorBoundary key={props.name} fallback={(cause, retry) => <Fallback cause={cause} onRetry={retry} />}>
      <Routes screen={props.screen} />
    </ErrorBoundary>
  )
}
