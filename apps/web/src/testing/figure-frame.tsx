import type { ReactNode } from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { en } from '#words/en.ts'
import { fr } from '#words/fr.ts'
import { WordsProvider } from '#words/words.tsx'
import { SAMPLE_NOW } from './samples.ts'

/** Words and the owner of figures around a picture under test: amounts in Canadian dollars, clock times in UTC. */
export function FigureFrame(props: { readonly children: ReactNode; readonly locale?: Locale }) {
  const { locale = 'en' } = props
  return (
    <WordsProvider
      locale={locale}
      catalogue={locale === 'en' ? en : fr}
      bootNowMs={Date.parse(SAMPLE_NOW)}
      bootZone={undefined}
    >
      <FiguresProvider
        about={{
          connectionKey: 'connection-1',
          readAt: '2026-11-20T12:02:00.000Z',
          currency: { code: 'CAD', exponent: 2 },
          provider: 'Harbour',
        }}
      >
        {props.children}
      </FiguresProvider>
    </WordsProvider>
  )
}
