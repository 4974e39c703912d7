import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Locale, Preferences, Theme } from '@counterfoil/bff-api/session'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from './live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useCatalogueSwitch } from '#words/catalogue.tsx'

const LOCALES: readonly Locale[] = ['en', 'fr']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Language and colours. Both take effect at once and are kept by the BFF, so that no page flashes. */
export function DisplaySettings() {
  const { session, changed } = useSession()
  const { t, locale } = useWords()
  const { alert } = useAnnouncer()
  const switchCatalogue = useCatalogueSwitch()
  const languageId = useId()
  const themeId = useId()
  const save = useMutation({
    mutationFn: async (preferences: Preferences) => {
      if (preferences.locale !== undefined) await switchCatalogue(preferences.locale)
      if (preferences.theme !== undefined) document.documentElement.dataset['theme'] = preferences.theme
      await bff.savePreferences(preferences)
    },
    onSuccess: changed,
    onError: () => {
      document.documentElement.dataset['theme'] = session.theme
      void switchCatalogue(session.locale)
      alert(t.app.changeFailed)
    },
  })
  const theme = save.isPending ? (save.variables.theme ?? session.theme) : session.theme

  return (
    <div className="settings">
      <div className="field">
        <label htmlFor={languageId}>{t.app.language}</label>
        <select
          id={languageId}
          value={locale}
          onChange={(event) => {
            const next = LOCALES.find((value) => value === event.target.value)
            if (next !== undefined) save.mutate({ locale: next })
          }}
        >
          {LOCALES.map((value) => (
            <option key={value} value={value} lang={value}>
              {t.app.languages[value]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={themeId}>{t.app.theme}</label>
        <select
          id={themeId}
          value={theme}
          onChange={(event) => {
            const next = THEMES.find((value) => value === event.target.value)
            if (next !== undefined) save.mutate({ theme: next })
          }}
        >
          {THEMES.map((value) => (
            <option key={value} value={value}>
              {t.app.themes[value]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
