import type { PrintedDocument } from '#books/printing/printed-document.ts'
import type { EstimateShownStatus } from '#books/estimates/estimate-life.ts'
import { html, type Html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { printedHtml } from './printed-html.ts'

export type SharedEstimateView = {
  readonly document: PrintedDocument
  readonly status: EstimateShownStatus
  /** Of the page itself. */
  readonly path: string
  readonly isMember: boolean
  readonly csrf: string
}

/** Statuses in which the customer can still decide. */
const OPEN: ReadonlySet<EstimateShownStatus> = new Set(['APPROVED', 'SENT', 'VIEWED'])

/** An estimate for the customer who has its address, who accepts or rejects it here. */
export function sharedEstimatePage(view: SharedEstimateView, { words }: PageContext): Page {
  const { document, path } = view
  const { shared } = words
  const decided = decidedWords(view.status, shared)
  return {
    title: `${document.title} ${document.number}`,
    status: 200,
    isWide: true,
    body: html`${view.isMember && html`<div class="notice"><p>${shared.memberLooks}</p></div>`}
      ${decided !== undefined && html`<div class="notice" role="status"><p>${decided}</p></div>`}
      <div class="row screen-only">
        <a class="button" href="${path}/pdf" download>${shared.download}</a>
        <button class="button" type="button" hidden data-print>${shared.print}</button>
      </div>
      ${printedHtml(document)} ${OPEN.has(view.status) && !view.isMember && decisionForm(view, shared)}`,
  }
}

type SharedWords = PageContext['words']['shared']

function decisionForm({ path, csrf }: SharedEstimateView, words: SharedWords): Html {
  return html`<form method="post" action="${path}/decision" class="total actions screen-only">
    ${csrfField(csrf)}
    <button class="button" name="decision" value="reject">${words.reject}</button>
    <button class="button primary" name="decision" value="accept">${words.accept}</button>
  </form>`
}

function decidedWords(status: EstimateShownStatus, words: SharedWords): string | undefined {
  switch (status) {
    case 'ACCEPTED':
    case 'CONVERTED':
      return words.accepted
    case 'REJECTED':
      return words.rejected
    case 'EXPIRED':
      return words.expired
    default:
      return undefined
  }
}
