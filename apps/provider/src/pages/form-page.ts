import { html, type Html } from '#html/html.ts'
import type { Page, PageContext } from './page.ts'
import { problemSummary, type Fault } from './partials.ts'

/** A page that asks: its title as the heading, over that what is wrong with what was sent (422), under it the form. */
export function formPage(
  asked: Pick<Page, 'title' | 'section' | 'formRedirectOrigin' | 'isWide' | 'usesPasskeys'> & {
    readonly faults: readonly Fault[]
    readonly body: Html
  },
  context: PageContext,
): Page {
  const { faults, body, ...page } = asked
  const hasProblem = faults.length > 0
  return {
    ...page,
    status: hasProblem ? 422 : 200,
    hasProblem,
    body: html`${problemSummary(faults, context)}
      <h1>${page.title}</h1>
      ${body}`,
  }
}
