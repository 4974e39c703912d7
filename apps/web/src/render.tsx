import { renderToString } from 'react-dom/server'
import type { FindFirstQuery, Locale, RenderPage } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { firstQueryOf } from '#app/first-query.ts'
import { pageTitle } from '#app/page-title.ts'
import { readFigures } from '#app/read-figures.ts'
import { createQueryClient } from '#data/query-client.ts'
import { decideScreen } from './navigation/decide-screen.ts'
import { en, type Catalogue } from '#words/en.ts'
import { fr } from '#words/fr.ts'

const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en, fr }

/** Renders a page to HTML, from what the BFF knows and nothing else: no clock, no network, no zone of its own. */
export const render: RenderPage = ({ url, boot }) => {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  const catalogue = CATALOGUES[boot.session.locale]
  const screen = decideScreen(pathname, boot.session, boot)
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
    title: pageTitle(screen, boot, catalogue),
    status: screen.kind === 'not_found' ? 404 : 200,
  }
}

/** What a page reads first, for the BFF to begin with while the page is rendered. */
export const findFirstQuery: FindFirstQuery = ({ url, boot }) => {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  return firstQueryOf({ screen: decideScreen(pathname, boot.session, boot), session: boot.session, search })
}

export { readFigures }
