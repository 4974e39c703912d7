import { renderToString } from 'react-dom/server'
import type { Boot, FindFirstQuery, Locale, RenderPage } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { firstQueryOf } from '#app/first-query.ts'
import { decideScreen, type Screen } from './navigation/decide-screen.ts'
import { leftTitle } from './connection/left-words.ts'
import { documentTitle } from '#app/titles.ts'
import { resultWords } from '#features/result/result-words.ts'
import { createQueryClient } from '#data/query-client.ts'
import { en, type Catalogue } from '#words/en.ts'
import { createFormat } from '#words/format.ts'
import { fr } from '#words/fr.ts'
import { withLeavingWords } from '#words/leaving-words.ts'
import { withResultWords } from '#words/result-words.ts'

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
    title: titleOf(screen, boot, catalogue),
    status: screen.kind === 'not_found' ? 404 : 200,
  }
}

function titleOf(screen: Screen, boot: Boot, t: Catalogue): string {
  const { session } = boot
  const format = createFormat(session.locale, session.timeZone ?? undefined, Date.parse(boot.now))
  const appTitle = (heading: string) => `${heading} – ${t.app.name}`
  switch (screen.kind) {
    case 'result': {
      const words = withResultWords(t, session.locale)
      return appTitle(resultWords(screen.connectResult, session.provider.name, words, format).title)
    }
    case 'left':
      return appTitle(leftTitle(screen.left, withLeavingWords(t, session.locale)))
    default:
      return documentTitle(screen, session, t)
  }
}

/** What a page reads first, for the BFF to begin with while the page is rendered. */
export const findFirstQuery: FindFirstQuery = ({ url, boot }) =>
  firstQueryOf(decideScreen(new URL(url, 'http://page.invalid').pathname, boot.session, boot), boot.session)
