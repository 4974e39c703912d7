import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { Router, useLocation } from 'wouter'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { ArrivalProvider } from '#navigation/arrival.tsx'
import { decideScreen, type Screen } from '#navigation/decide-screen.ts'
import { PartsProvider, type PartStore } from '#navigation/lazy-parts.tsx'
import { ConnectResultProvider, useConnectResult } from '#data/connect-result.tsx'
import { SessionProvider, useSession } from '#data/session.tsx'
import { LastKnownProvider } from '#data/last-known.tsx'
import { SignInDialogs } from '#features/sign-in/sign-in-dialogs.tsx'
import { ErrorBoundary } from '#ui/error-boundary.tsx'
import { LiveRegions } from '#ui/live-regions.tsx'
import { CatalogueProvider, type LoadCatalogue } from '#words/catalogue.tsx'
import type { Catalogue } from '#words/en.ts'
import { useWords } from '#words/words.tsx'
import { Fallback } from './fallback.tsx'
import { Routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { documentTitle } from './titles.ts'

/** The whole app, from the outside in. The server renders the same tree. */
export function App(props: {
  readonly boot: Boot
  readonly catalogue: Catalogue
  readonly loadCatalogue: LoadCatalogue
  readonly queryClient: QueryClient
  readonly parts: PartStore
  /** Path and query; only the server gives them, the browser has an address of its own. */
  readonly url?: { readonly path: string; readonly search: string }
  /** Called in the browser, once everything on the page answers. */
  readonly onReady?: () => void
}) {
  const { boot, url } = props
  const location = url === undefined ? {} : { ssrPath: url.path, ssrSearch: url.search }
  return (
    <QueryClientProvider client={props.queryClient}>
      <CatalogueProvider
        locale={boot.session.locale}
        catalogue={props.catalogue}
        load={props.loadCatalogue}
        bootNowMs={Date.parse(boot.now)}
        bootZone={boot.session.timeZone ?? undefined}
      >
        <SessionProvider boot={boot.session} pageId={Date.parse(boot.now).toString(36)}>
          <ConnectResultProvider boot={boot}>
            <Router {...location}>
              <PartsProvider parts={props.parts}>
                <LiveRegions>
                  <Page boot={boot} onReady={props.onReady} />
                </LiveRegions>
              </PartsProvider>
            </Router>
          </ConnectResultProvider>
        </SessionProvider>
      </CatalogueProvider>
    </QueryClientProvider>
  )
}

function Page({ boot, onReady }: { readonly boot: Boot; readonly onReady: (() => void) | undefined }) {
  const { session } = useSession()
  const told = useConnectResult()
  const { t } = useWords()
  const [path] = useLocation()
  const screen = decideScreen(path, session, told)
  const title =
    screen.kind === 'result' || screen.kind === 'left' ? undefined : documentTitle(screen, session, t)
  const name = [screen.kind, path, ...subjectOf(screen, session)].join(':')

  // Before the effects of a screen: one that names the window itself has the last word.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
    if (onReady !== undefined) queueMicrotask(onReady)
  }, [onReady])

  return (
    <LastKnownProvider boot={boot} person={session.person?.userId}>
      <ArrivalProvider screen={name}>
        <Shell>
          <ErrorBoundary key={name} fallback={(cause, retry) => <Fallback cause={cause} onRetry={retry} />}>
            <Routes screen={screen} />
          </ErrorBoundary>
        </Shell>
        <SignInDialogs />
      </ArrivalProvider>
    </LastKnownProvider>
  )
}

/** What a screen is about besides its address: another result or another business is another screen. */
function subjectOf(screen: Screen, session: SessionView): readonly string[] {
  switch (screen.kind) {
    case 'result':
      return [screen.connectResult.id, screen.connectResult.outcome]
    case 'left':
      return [screen.left.id]
    case 'home':
      return [session.selectedConnectionId ?? '']
    default:
      return []
  }
}
