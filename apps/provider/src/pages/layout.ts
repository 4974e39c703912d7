import { LANGUAGES } from '@counterfoil/design/languages'
import { THEME_COLOURS } from '@counterfoil/design/tokens'
import { html, type Html, trustedHtml, withFrenchSpaces } from '#html/html.ts'
import { LOCALE_NAMES } from '#words/locale.ts'
import { FAVICON, HARBOUR_MARK } from '#html/icons.ts'
import { copyButton } from './partials.ts'
import type { Page, PageContext, SiteSection } from './page.ts'
import { isolatesAsMarkup, isolatesInTitle } from './shown-name.ts'
import { scriptOf } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

const STYLE = trustedHtml(`<style>${PAGE_STYLE}</style>`)

/** Renders the whole document: Harbour's logo, one column with the content, and the same footer on all pages. */
export function renderPage(page: Page, context: PageContext): string {
  const { frame } = context.words
  const news = page.news === undefined ? '' : `${page.news.replace(/\.$/, '')} – `
  const title = `${page.hasProblem === true ? frame.errorPrefix : ''}${news}${page.title}`
  const spaced = context.locale === 'fr' ? withFrenchSpaces : (text: string) => text
  const named = page.title === context.harbour ? title : `${title} – ${context.harbour}`
  return html`<!doctype html>
    <html lang="${context.locale}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="theme-color" content="${THEME_COLOURS.light}" media="(prefers-color-scheme:light)">
        <meta name="theme-color" content="${THEME_COLOURS.dark}" media="(prefers-color-scheme:dark)">
        <title>${isolatesInTitle(spaced(named))}</title>
        <link rel="icon" href="${FAVICON}">
        ${STYLE}
      </head>
      <body${page.isWide === true && html` class="wide"`}>
        <a class="skip" href="#content">${frame.skip}</a>
        <header>
          <div class="frame bar">
            ${mark(page, context)}${page.section !== undefined && sections(page.section, context)}
          </div>
        </header>
        <main id="content" tabindex="-1">
          <div class="frame">
            ${trustedHtml(isolatesAsMarkup(spaced(page.body.text)))}
            ${page.showsReference === true && reference(context)}
          </div>
        </main>
        ${footer(context)} ${trustedHtml(`<script>${scriptOf(page)}</script>`)}
      </body>
    </html>`.text.replace(/\s*\n\s*/g, '\n')
}

function mark(page: Page, context: PageContext): Html {
  const content = html`${HARBOUR_MARK}<span>${context.harbour}</span>`
  // Inside an authorization request the logo is no link: a person who follows it would lose the request.
  return page.section === undefined
    ? html`<span class="mark">${content}</span>`
    : html`<a class="mark" href="/">${content}</a>`
}

/** Renders the reference that people give to support; it leads to the lines of our log. */
function reference(context: PageContext): Html {
  return html`<p class="note block">
    ${context.words.frame.reference}
    <b class="mono" id="reference">${context.reference}</b> ${copyButton('reference', context)}
  </p>`
}

function sections(current: SiteSection, { words }: PageContext): Html {
  const links = [
    ['connected-apps', '/connected-apps', words.frame.connectedApps],
    ['plans', '/plans', words.frame.plans],
    ['developers', '/developers', words.frame.developers],
  ] as const
  const items = links.map(
    ([name, path, text]) =>
      html`<li><a href="${path}" ${name === current && trustedHtml('aria-current="page"')}>${text}</a></li>`,
  )
  return html`<nav aria-label="${words.frame.sections}">
      <ul>
        ${items}
      </ul>
    </nav>
    <a class="leave" href="/sign-out">${words.frame.signOut}</a>`
}

function footer({ words, path, locale }: PageContext): Html {
  const { help, privacy, languages } = words.frame
  const others = LANGUAGES.filter((other) => other !== locale)
  return html`<footer>
    <div class="frame bar">
      <a href="/help">${help}</a>
      <form method="post" action="/language" class="row" aria-label="${languages}">
        <input type="hidden" name="return_to" value="${path}" />
        ${others.map(
          (other) =>
            html`<button class="link" name="lang" value="${other}" lang="${other}">
              ${LOCALE_NAMES[other]}
            </button>`,
        )}
      </form>
      <a href="/privacy">${privacy}</a>
    </div>
  </footer>`
}
