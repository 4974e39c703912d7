import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Boot } from '@counterfoil/bff-api/session'
import { LastKnownProvider } from '#data/last-known.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { SessionProvider } from '#data/session/session.tsx'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { LanguageProvider } from '#words/language.tsx'

/** Provides the context of every part of a page: messages, session, and readings. Clock times are in UTC. */
export function PageFrame(props: {
  readonly boot: Boot
  readonly children: ReactNode
  readonly queryClient?: QueryClient
}) {
  const { boot, queryClient = createQueryClient(boot) } = props
  const { locale } = boot.session
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider
        region={{}}
        locale={locale}
        language={ALL_LANGUAGES[locale]}
        load={(wanted) => Promise.resolve(ALL_LANGUAGES[wanted])}
        bootNowMs={Date.parse(boot.now)}
        bootZone="UTC"
      >
        <SessionProvider boot={boot.session} pageId="page">
          <LastKnownProvider boot={boot} person={boot.session.person?.userId} screen="home:/">
            {props.children}
          </LastKnownProvider>
        </SessionProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}
