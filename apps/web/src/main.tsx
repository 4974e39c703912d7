import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot, Locale } from '@counterfoil/bff-api/session'
import { App } from '#app/app.tsx'
import { takeEarlyPress } from '#app/early-press.ts'
import { firstPaint } from '#app/first-paint.ts'
import { PART_LOADERS } from '#app/parts.ts'
import { decideScreen, partsOf } from './navigation/decide-screen.ts'
import { createPartStore } from './navigation/lazy-parts.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { reportUncaught } from '#data/error-report-client.ts'
import { tellTimeZone } from '#data/time-zone-client.ts'
import type { Catalogue } from '#words/en.ts'

const CATALOGUES: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: async () => (await import('#words/en.ts')).en,
  fr: async () => (await import('#words/fr.ts')).fr,
}
const loadCatalogue = (locale: Locale) => CATALOGUES[locale]()

/** Safari has no idle callback; a moment later is as good. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 4_000 })
  else setTimeout(task, 1_000)
}

/** Takes over the HTML of the server. Without its data the page stays what it is: readable, with forms that work. */
async function takeOver(): Promise<void> {
  const root = document.getElementById('root')
  const text = document.getElementById('boot')?.textContent
  if (root === null || !text) return
  const boot = JSON.parse(text) as Boot
  const parts = createPartStore(PART_LOADERS)
  const first = partsOf(decideScreen(location.pathname, boot.session, boot), boot.session.locale)
  const [catalogue] = await Promise.all([
    loadCatalogue(boot.session.locale),
    ...first.map((part) => parts.load(part)),
    firstPaint(root),
  ])
  // Once the page stands, the other screens come too: moving on works at once, and without a network.
  if (boot.session.person !== null) whenIdle(() => parts.loadAll())
  whenIdle(() => tellTimeZone(boot.session.timeZone))
  const pressNow = takeEarlyPress()
  // As a transition: taken over in slices, so that a press in between is not kept waiting on a slow phone.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App
          boot={boot}
          catalogue={catalogue}
          loadCatalogue={loadCatalogue}
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
