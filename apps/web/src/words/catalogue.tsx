import { createContext, useContext, useState, type ReactNode } from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import type { Catalogue } from './en.ts'
import { WordsProvider } from './words.tsx'

/** Brings the words of a language. The browser fetches only those it shows; the server has all. */
export type LoadCatalogue = (locale: Locale) => Promise<Catalogue>

const SwitchContext = createContext<(locale: Locale) => Promise<void>>(() => Promise.resolve())

/** Shows the page in one language and lets it be changed in place, without losing anything on the page. */
export function CatalogueProvider(props: {
  readonly locale: Locale
  readonly catalogue: Catalogue
  readonly load: LoadCatalogue
  readonly bootNowMs: number
  readonly bootZone: string | undefined
  readonly children: ReactNode
}) {
  const { load } = props
  const [words, setWords] = useState({ locale: props.locale, catalogue: props.catalogue })
  const change = async (locale: Locale) => {
    const catalogue = await load(locale)
    document.documentElement.lang = locale
    setWords({ locale, catalogue })
  }
  return (
    <SwitchContext value={change}>
      <WordsProvider
        locale={words.locale}
        catalogue={words.catalogue}
        bootNowMs={props.bootNowMs}
        bootZone={props.bootZone}
      >
        {props.children}
      </WordsProvider>
    </SwitchContext>
  )
}

export function useCatalogueSwitch(): (locale: Locale) => Promise<void> {
  return useContext(SwitchContext)
}
