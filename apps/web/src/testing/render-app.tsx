import { StrictMode } from 'react'
import { render, type RenderResult } from '@testing-library/react'
import type { Boot } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { ALL_LANGUAGES } from '#words/all-words.ts'

/** Hydrates the whole app at `path` in the document of the test. */
export function renderApp(path: string, boot: Boot): RenderResult {
  history.replaceState(null, '', path)
  // In strict mode every effect runs twice: a counted effect must count once.
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
