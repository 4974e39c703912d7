import { html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedHtml } from './printed-html.ts'

/** An invoice for the customer who has its address. */
export function sharedInvoicePage(
  view: { readonly document: PrintedDocument; readonly pdfPath: string; readonly isMember: boolean },
  { words }: PageContext,
): Page {
  const { document } = view
  const { shared } = words
  return {
    title: `${document.title} ${document.number}`,
    status: 200,
    isWide: true,
    body: html`${view.isMember && html`<div class="notice"><p>${shared.memberLooks}</p></div>`}
      <div class="row screen-only">
        <a class="button" href="${view.pdfPath}" download>${shared.download}</a>
        <button class="button" type="button" hidden data-print>${shared.print}</button>
      </div>
      ${printedHtml(document)}`,
  }
}
