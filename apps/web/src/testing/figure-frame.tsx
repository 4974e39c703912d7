import type { ReactNode } from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { WordsProvider } from '#words/words.tsx'
import { SAMPLE_NOW } from './samples.ts'

/** Provides messages and the owner of figures for a chart under test: amounts in Canadian dollars, clock times in UTC. */
export function FigureFrame(props: {
  readonly children: ReactNode
  readonly locale?: Locale
  /** True if numbers link to their rows, as in the app. */
  readonly linked?: true
}) {
  const { locale = 'en' } = props
  return (
    <WordsProvider
      locale={locale}
      language={ALL_LANGUAGES[locale]}
      bootNowMs={Date.parse(SAMPLE_NOW)}
      bootZone={undefined}
    >
      <FiguresProvider
        about={{
          connectionKey: 'connection-1',
          readAt: '2026-11-20T12:02:00.000Z',
          currency: { code: 'CAD', exponent: 2 },
          provider: 'Harbour',
          Link: props.linked && PlainLink,
        }}
      >
        {props.children}
      </FiguresProvider>
    </WordsProvider>
  )
}

function PlainLink(props: { readonly to: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <a href={props.to} aria-label={props.label}>
      {props.children}
    </a>
  )
}
