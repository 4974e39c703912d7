import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { html, type Html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { linkForm, type LinkView } from './link-form.ts'
import { printedHtml } from './printed-html.ts'

export type SharedDocumentView = {
  readonly document: PrintedDocument
  readonly pdfPath: string
  /** Whether somebody of the business itself looks. */
  readonly isMember: boolean
  /** For a member of the business who may change the link. */
  readonly link?: LinkView | undefined
  /** The customer's decision, as text. */
  readonly decided?: string | undefined
  /** Buttons for the customer's decision. */
  readonly decision?: Html | false
}

/** Renders a document for the customer who has its address. */
export function sharedDocumentPage(view: SharedDocumentView, context: PageContext): Page {
  const { document, decided, decision = false, link } = view
  const { shared } = context.words
  return {
    title: `${document.title} ${document.number}`,
    status: 200,
    isWide: true,
    body: html`${view.isMember && html`<div class="notice"><p>${shared.memberLooks}</p></div>`}
      ${link !== undefined && linkForm(link, context)}
      ${decided !== undefined && html`<div class="notice" role="status"><p>${decided}</p></div>`}
      <div class="row screen-only block">
        <a class="button" href="${view.pdfPath}" download>${shared.download}</a>
        <button class="button" type="button" hidden data-print>${shared.print}</button>
      </div>
      ${printedHtml(document)} ${decision}`,
  }
}
