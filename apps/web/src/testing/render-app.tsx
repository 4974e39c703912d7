import { StrictMode } from 'react'
import { configure, render, type RenderResult } from '@testing-library/react'
import type { Boot } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { ALL_LANGUAGES } from '#words/all-words.ts'

// What is waited for comes, or the test fails in the end: a machine that is slow for a second is no failure.
configure({ asyncUtilTimeout: 30_000 })

/** The whole app in the test's document, at `path`, as the browser would take it over. */
export function renderApp(path: string, boot: Boot): RenderResult {
  history.replaceState(null, '', path)
  // Strict, so that every effect runs twice: what counts must count once.
  return render(
    <StrictMode>
      <App
        boot={boot}
        language={ALL_LANGUAGES[boot.session.locale]}
        loadLanguage={(locale) => Promise.resolve(ALL_LANGUAGES[locale])}
        queryClient={createQueryClient(boot)}
        parts={ALL_PARTS}
      />
    </StrictMode>,
  )
}
