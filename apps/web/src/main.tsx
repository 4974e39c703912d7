import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot } from '@counterfoil/bff-api/session'
import { App } from '#app/app.tsx'
import { takeEarlyPress } from '#app/early-press.ts'
import { firstPaint } from '#app/first-paint.ts'
import { PART_LOADERS } from '#app/parts.ts'
import { createLoadStore } from './loading/load-once.ts'
import { decideScreen, partOf } from '#navigation/decide-screen.ts'
import { wordsOfPart } from '#navigation/lazy-parts.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { reportUncaught } from '#data/error-report-client.ts'
import { tellTimeZone } from './app/time-zone-client.ts'
import { languageLoaders } from '#words/language-loaders.ts'

/** Safari has no idle callback; a short delay serves as well. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 4_000 })
  else setTimeout(task, 1_000)
}

/** Hydrates the server's HTML. Without its data the page stays as it is: readable, with forms that work. */
async function takeOver(): Promise<void> {
  const root = document.getElementById('root')
  const text = document.getElementById('boot')?.textContent
  if (root === null || !text) return
  const boot = JSON.parse(text) as Boot
  const parts = createLoadStore(PART_LOADERS)
  const languages = createLoadStore(languageLoaders(boot.session))
  const part = partOf(decideScreen(location.pathname, boot.session, boot))
  // A part that waits for its file during hydration delays every press on it.
  const first = part === 'home' ? [part, 'to_do' as const] : part === undefined ? [] : [part]
  const [language] = await Promise.all([
    languages.load(boot.session.locale).then(async (coming) => {
      await Promise.all(first.flatMap(wordsOfPart).map((name) => coming.parts.load(name)))
      return coming
    }),
    ...first.map((name) => parts.load(name)),
    firstPaint(root),
  ])
  // The first `Intl` format takes a slow phone 100 ms: in a task of its own. The start page needs none before its sample.
  if (boot.session.person === null) whenIdle(() => void Intl.DateTimeFormat())
  else {
    Intl.DateTimeFormat()
    await new Promise((resolve) => setTimeout(resolve))
    // After hydration the other screens are loaded too, so that navigation is instant and works without a network.
    parts.loadAll(whenIdle)
    language.parts.loadAll(whenIdle)
  }
  whenIdle(() => tellTimeZone(boot.session.timeZone))
  const pressNow = takeEarlyPress()
  // As a transition: hydrated in slices, so that a press in between is not delayed on a slow phone.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App
          boot={boot}
          language={language}
          loadLanguage={languages.load}
          queryClient={createQueryClient(boot)}
          parts={parts}
          onReady={pressNow}
        />
      </StrictMode>,
    )
  })
}

reportUncaught()
void takeOver()
