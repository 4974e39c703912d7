import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot, Locale } from '@counterfoil/bff-api/session'
import { App } from '#app/app.tsx'
import { createQueryClient } from '#data/query-client.ts'
import type { Catalogue } from '#words/en.ts'

const CATALOGUES: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: async () => (await import('#words/en.ts')).en,
  fr: async () => (await import('#words/fr.ts')).fr,
}
const loadCatalogue = (locale: Locale) => CATALOGUES[locale]()

/** Takes over the HTML of the server. Without its data the page stays what it is: readable, with forms that work. */
async function takeOver(): Promise<void> {
  const root = document.getElementById('root')
  const text = document.getElementById('boot')?.textContent
  if (root === null || !text) return
  const boot = JSON.parse(text) as Boot
  const catalogue = await loadCatalogue(boot.session.locale)
  hydrateRoot(
    root,
    <StrictMode>
      <App
        boot={boot}
        catalogue={catalogue}
        loadCatalogue={loadCatalogue}
        queryClient={createQueryClient()}
      />
    </StrictMode>,
  )
}

void takeOver()
