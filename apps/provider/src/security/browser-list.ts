import { html, type HtmlValue } from '#html/html.ts'
import { formatAgo, formatMoment } from '#pages/dates.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownBrowser } from '#users/browser-name.ts'
import type { SignedInBrowser } from '#users/own-browsers-store.ts'

/** The value of the field `session` that means all browsers but this one. */
export const ALL_OTHERS = 'others'

/** The browsers in which a person is signed in, with a button for each but this one, and one for all others. */
export function browserList(
  { browsers, csrf }: { readonly browsers: readonly SignedInBrowser[]; readonly csrf: string },
  context: PageContext,
): HtmlValue {
  const { browsers: words } = context.words.secondFactor
  return html`<p>${words.lede}</p>
    <form method="post" action="/security/browsers" class="block">
      ${csrfField(csrf)}
      <ul class="cards">
        ${browsers.map((browser) => browserRow(browser, context))}
      </ul>
      ${
        browsers.some(({ isThis }) => !isThis) &&
        html`<p class="block">
          <button class="button" name="session" value="${ALL_OTHERS}">${words.endOthers}</button>
        </p>`
      }
    </form>`
}

function browserRow(browser: SignedInBrowser, { words, dates }: PageContext): HtmlValue {
  const { browsers } = words.secondFactor
  const { browserName } = browser
  const name = browserName === undefined ? browsers.unknown : shownBrowser(browserName, words.frame)
  const since = formatMoment(browser.signedInAtMs, dates)
  return html`<li class="split">
    <div>
      <p><b>${name}</b>${browser.isThis && html` <span class="tag">${browsers.this}</span>`}</p>
      <p class="hint">${browsers.times(since, formatAgo(browser.lastSeenAtMs, dates))}</p>
    </div>
    ${
      !browser.isThis &&
      html`<button class="button" name="session" value="${browser.id}">
        ${browsers.end}<span class="unseen">${browsers.endOf(name, since)}</span>
      </button>`
    }
  </li>`
}
