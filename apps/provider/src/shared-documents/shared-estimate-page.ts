import type { PrintedDocument } from '#books/printing/printed-document.ts'
import type { EstimateShownStatus } from '#books/estimates/estimate-life.ts'
import { html, type Html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import type { LinkView } from './link-form.ts'
import { sharedDocumentPage } from './shared-document-page.ts'

type SharedEstimateView = {
  readonly document: PrintedDocument
  readonly status: EstimateShownStatus
  /** Of the page itself. */
  readonly path: string
  readonly isMember: boolean
  readonly link: LinkView | undefined
  readonly csrf: string
}

/** Statuses in which the customer can still decide. */
const OPEN: ReadonlySet<EstimateShownStatus> = new Set(['APPROVED', 'SENT', 'VIEWED'])

/** Renders an estimate for the customer who has its address, who accepts or rejects it here. */
export function sharedEstimatePage(view: SharedEstimateView, context: PageContext): Page {
  const { document, isMember, link, path } = view
  const { shared } = context.words
  return sharedDocumentPage(
    {
      document,
      ...{ isMember, link },
      pdfPath: `${path}/pdf`,
      decided: decidedWords(view.status, shared),
      decision: OPEN.has(view.status) && !isMember && decisionForm(view, shared),
    },
    context,
  )
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
