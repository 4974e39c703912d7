import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Locale, Preferences, Theme } from '@counterfoil/bff-api/session'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import { useAnnouncer } from './live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useLanguageSwitch } from '#words/language.tsx'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Shows the choices of language and colours. Both take effect at once and are stored by the BFF, so that no page flashes. */
export function DisplaySettings() {
  const { session, changed } = useSession()
  const { t, locale } = useWords()
  const { alert } = useAnnouncer()
  const switchLanguage = useLanguageSwitch()
  const save = useMutation({
    mutationFn: async (preferences: Preferences) => {
      if (preferences.locale !== undefined) await switchLanguage(preferences.locale)
      if (preferences.theme !== undefined) document.documentElement.dataset['theme'] = preferences.theme
      await bff.savePreferences(preferences)
    },
    onSuccess: changed,
    onError: () => {
      document.documentElement.dataset['theme'] = session.theme
      void switchLanguage(session.locale)
      alert(t.app.changeFailed)
    },
  })
  const theme = save.isPending ? (save.variables.theme ?? session.theme) : session.theme

  return (
    <div className="settings">
      <Choice
        label={t.app.language}
        values={Object.keys(t.app.languages) as Locale[]}
        chosen={locale}
        names={t.app.languages}
        inItsOwnLanguage
        onChoose={(next) => save.mutate({ locale: next })}
      />
      <Choice
        label={t.app.theme}
        values={THEMES}
        chosen={theme}
        names={t.app.themes}
        onChoose={(next) => save.mutate({ theme: next })}
      />
    </div>
  )
}

function Choice<Value extends string>(props: {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly names: Readonly<Record<Value, string>>
  /** True if each value is a language, whose name is in that language. */
  readonly inItsOwnLanguage?: boolean
  readonly onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="setting-field">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.chosen}
        onChange={(event) => {
          const next = props.values.find((value) => value === event.target.value)
          if (next !== undefined) props.onChoose(next)
        }}
      >
        {props.values.map((value) => (
          <option key={value} value={value} lang={props.inItsOwnLanguage === true ? value : undefined}>
            {props.names[value]}
          </option>
        ))}
      </select>
    </div>
  )
}
