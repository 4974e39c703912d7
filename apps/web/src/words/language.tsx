import { createContext, useContext, useState, type ReactNode } from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import type { Language } from './part-words.ts'
import type { Region } from './whole-date.ts'
import { WordsProvider } from './words.tsx'

/** Loads the words of a language. The browser loads only shown languages; the server has all. */
export type LoadLanguage = (locale: Locale) => Promise<Language>

const SwitchContext = createContext<(locale: Locale) => Promise<void>>(() => Promise.resolve())

/** Shows the page in one language, which can be changed without losing any state of the page. */
export function LanguageProvider(props: {
  readonly locale: Locale
  readonly region: Region
  readonly language: Language
  readonly load: LoadLanguage
  readonly bootNowMs: number
  readonly bootZone: string | undefined
  readonly children: ReactNode
}) {
  const { load } = props
  const [words, setWords] = useState({ locale: props.locale, language: props.language })
  const change = async (locale: Locale) => {
    const language = await load(locale)
    // The words of all shown parts are loaded before the switch, so that no part has to wait.
    await Promise.all(words.language.parts.used().map((name) => language.parts.load(name)))
    document.documentElement.lang = locale
    setWords({ locale, language })
    language.parts.loadAll()
  }
  return (
    <SwitchContext value={change}>
      <WordsProvider
        locale={words.locale}
        region={props.region}
        language={words.language}
        bootNowMs={props.bootNowMs}
        bootZone={props.bootZone}
      >
        {props.children}
      </WordsProvider>
    </SwitchContext>
  )
}

export function useLanguageSwitch(): (locale: Locale) => Promise<void> {
  return useContext(SwitchContext)
}
