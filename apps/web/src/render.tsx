import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type {
  Boot,
  DescribePage,
  FindFirstQuery,
  Locale,
  RenderLatePage,
  RenderPage,
} from '@counterfoil/bff-api/session'
import { renderLetter } from '#features/overview/letter/letter.tsx'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { firstQueryOf } from '#app/first-query.ts'
import { holdPage } from '#app/late-page.ts'
import { pageTitle } from '#app/page-title.ts'
import { readFigures } from '#app/read-figures.ts'
import type { LateAnswer } from '#data/first-answer-client.ts'
import { createQueryClient } from '#data/query-client.ts'
import { decideScreen, partOf, type Screen } from '#navigation/decide-screen.ts'
import { ALL_LANGUAGES, allLanguages, PART_WORDS } from '#words/all-words.ts'
import { wordsOfPart } from '#navigation/lazy-parts.tsx'

/** The files of pages, inserted by the build (`page-files.ts`); undefined during development. */
declare const PAGE_FILES:
  | {
      readonly parts: Readonly<Record<string, readonly string[]>>
      /** The files of words by language and part; `page` names the words of every page. */
      readonly words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
    }
  | undefined

/** Returns the scripts that a page loads first, besides that of every page. */
function filesOf(screen: Screen, locale: Locale): readonly string[] {
  if (typeof PAGE_FILES === 'undefined') return []
  const part = partOf(screen)
  const { parts, words } = PAGE_FILES
  const own = words[locale] ?? {}
  return [
    ...new Set([
      ...(part === undefined ? [] : (parts[part] ?? [])),
      ...['page', ...wordsOfPart(part)].flatMap((name) => own[name] ?? []),
    ]),
  ]
}

/** Returns a page's title, status and files, which are outside the rendered root. */
export const describePage: DescribePage = ({ url, boot }) => {
  const { pathname } = new URL(url, 'http://page.invalid')
  const screen = decideScreen(pathname, boot.session, boot)
  const { locale } = boot.session
  return {
    title: pageTitle(screen, boot, { t: ALL_LANGUAGES[locale].t, parts: PART_WORDS[locale] }),
    status: screen.kind === 'not_found' || screen.kind === 'not_connected' ? 404 : 200,
    files: filesOf(screen, locale),
  }
}

function appOf(url: string, boot: Boot, late?: LateAnswer) {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  const languages = allLanguages(boot.session)
  return (
    <App
      boot={boot}
      language={languages[boot.session.locale]}
      loadLanguage={(locale) => Promise.resolve(languages[locale])}
      queryClient={createQueryClient(boot)}
      parts={ALL_PARTS}
      url={pathname + search}
      {...(late === undefined ? {} : { late })}
    />
  )
}

/** Renders a page to HTML from the BFF's data alone: without clock, network and local time zone. */
export const render: RenderPage = ({ url, boot }) => {
  return { html: renderToString(appOf(url, boot)), ...describePage({ url, boot }) }
}

/** Renders a page whose figures are still being read: they are streamed as a later part. */
export const renderLate: RenderLatePage = async ({ url, boot, late, nonce, onError }) => {
  const shell = Promise.withResolvers<void>()
  const stream = renderToPipeableStream(appOf(url, boot, late), {
    nonce,
    onError,
    onShellReady: shell.resolve,
    onShellError: shell.reject,
    // Nothing is streamed later except parts that wait for data, however long the page is.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await shell.promise
  return holdPage((sink) => void stream.pipe(sink as unknown as NodeJS.WritableStream))
}

/** Returns the first query of a page, which the BFF starts while the page is rendered. */
export const findFirstQuery: FindFirstQuery = ({ url, boot }) => {
  const { pathname, search } = new URL(url, 'http://page.invalid')
  return firstQueryOf({ screen: decideScreen(pathname, boot.session, boot), session: boot.session, search })
}

export { readFigures, renderLetter }
