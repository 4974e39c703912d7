import { renderToString } from 'react-dom/server'
import type { Locale, RenderPage } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { decideScreen } from '#connect/decide-screen.ts'
import { documentTitle } from '#app/titles.ts'
import { createQueryClient } from '#data/query-client.ts'
import { en, type Catalogue } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'

const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en, fr }

/** Renders a page to HTML, from what the BFF knows and nothing else: no clock, no network, no zone of its own. */
export const render: RenderPage = ({ url, boot }) => {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  const catalogue = CATALOGUES[boot.session.locale]
  const screen = decideScreen(pathname, boot.session, boot.flow)
  const format = createFormat(boot.session.locale, boot.session.timeZone ?? undefined, Date.parse(boot.now))
  const html = renderToString(
    <App
      boot={boot}
      catalogue={catalogue}
      loadCatalogue={(locale) => Promise.resolve(CATALOGUES[locale])}
      queryClient={createQueryClient(boot)}
      parts={ALL_PARTS}
      url={{ path: pathname, search: search.slice(1) }}
    />,
  )
  return {
    html,
    title: documentTitle(screen, boot.session, catalogue, format),
    status: screen.kind === 'not_found' ? 404 : 200,
  }
}
