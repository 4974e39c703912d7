import { shownName } from '#pages/shown-name.ts'
import { html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'

/** A5: the body of the redirect, seen only where a browser does not follow it at once. */
export function goingBackPage(
  view: {
    readonly url: string
    readonly appName: string
    readonly appHost: string
    readonly isDenied: boolean
  },
  context: PageContext,
): Page {
  const words = context.words.errorPage.goingBack
  const title = words.title(shownName(view.appName))
  return {
    title,
    status: 303,
    body: html`<h1>${title}</h1>
      ${view.isDenied && html`<p>${words.denied}</p>`}
      <p><a class="button primary" href="${view.url}">${words.link(view.appHost)}</a></p>`,
  }
}
