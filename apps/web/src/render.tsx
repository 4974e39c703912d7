import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { Boot, FindFirstQuery, Locale, RenderLatePage, RenderPage } from '@counterfoil/bff-api/session'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { firstQueryOf } from '#app/first-query.ts'
import { pageTitle } from '#app/page-title.ts'
import { readFigures } from '#app/read-figures.ts'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { createQueryClient } from '#data/query-client.ts'
import { decideScreen } from './navigation/decide-screen.ts'
import { en, type Catalogue } from '#words/en.ts'
import { fr } from '#words/fr.ts'

const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en, fr }

/** What one page is, and what is said of it outside the root. */
function pageOf(url: string, boot: Boot, late?: LateAnswer) {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  const catalogue = CATALOGUES[boot.session.locale]
  const screen = decideScreen(pathname, boot.session, boot)
  const app = (
    <App
      boot={boot}
      catalogue={catalogue}
      loadCatalogue={(locale) => Promise.resolve(CATALOGUES[locale])}
      queryClient={createQueryClient(boot)}
      parts={ALL_PARTS}
      url={{ path: pathname, search: search.slice(1) }}
      {...(late === undefined ? {} : { late })}
    />
  )
  const status: 200 | 404 = screen.kind === 'not_found' ? 404 : 200
  return { app, title: pageTitle(screen, boot, catalogue), status }
}

/** Renders a page to HTML, from what the BFF knows and nothing else: no clock, no network, no zone of its own. */
export const render: RenderPage = ({ url, boot }) => {
  const { app, title, status } = pageOf(url, boot)
  return { html: renderToString(app), title, status }
}

/** The same for a page whose figures are on their way: they follow in their own part. */
export const renderLate: RenderLatePage = async ({ url, boot, late, nonce, onError }) => {
  const { app, title, status } = pageOf(url, boot, late)
  const shell = Promise.withResolvers<void>()
  const stream = renderToPipeableStream(app, {
    nonce,
    onError,
    onShellReady: shell.resolve,
    onShellError: shell.reject,
    // Nothing but what waits is put off: a long page is no reason.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await shell.promise
  return { title, status, pipe: (sink) => void stream.pipe(sink as unknown as NodeJS.WritableStream) }
}

/** What a page reads first, for the BFF to begin with while the page is rendered. */
export const findFirstQuery: FindFirstQuery = ({ url, boot }) => {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  return firstQueryOf({ screen: decideScreen(pathname, boot.session, boot), session: boot.session, search })
}

export { readFigures }
