import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { Boot } from '@counterfoil/bff-api/session'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { ConnectResultProvider } from '#data/connect-result.tsx'
import { SessionProvider } from '#data/session/session.tsx'
import { AddressRouter } from '#navigation/address-router.tsx'
import { PartsProvider, type PartStore } from '#navigation/lazy-parts.tsx'
import { LiveRegions } from '#ui/live-regions.tsx'
import { LanguageProvider, type LoadLanguage } from '#words/language.tsx'
import type { Language } from '#words/part-words.ts'
import { Page } from './page.tsx'

/** The whole app with its providers. The server renders the same tree. */
export function App(props: {
  readonly boot: Boot
  readonly language: Language
  readonly loadLanguage: LoadLanguage
  readonly queryClient: QueryClient
  readonly parts: PartStore
  /** The path and query of the page. Undefined in the browser, which has its own address. */
  readonly url?: string
  /** The first answer of the page while the server still reads it. Undefined in the browser. */
  readonly late?: LateAnswer
  /** Called in the browser once the whole page is hydrated. */
  readonly onReady?: () => void
}) {
  const { boot } = props
  return (
    <QueryClientProvider client={props.queryClient}>
      <LanguageProvider
        locale={boot.session.locale}
        region={boot.session}
        language={props.language}
        load={props.loadLanguage}
        bootNowMs={Date.parse(boot.now)}
        bootZone={boot.session.timeZone ?? undefined}
      >
        <AddressRouter url={props.url}>
          <SessionProvider
            boot={boot.session}
            pageId={Date.parse(boot.now).toString(36)}
            awaitsFigures={boot.firstQuery?.kind === 'figures'}
          >
            <ConnectResultProvider boot={boot}>
              <PartsProvider parts={props.parts}>
                <LiveRegions>
                  <Page boot={boot} late={props.late} onReady={props.onReady} />
                </LiveRegions>
              </PartsProvider>
            </ConnectResultProvider>
          </SessionProvider>
        </AddressRouter>
      </LanguageProvider>
    </QueryClientProvider>
  )
}
