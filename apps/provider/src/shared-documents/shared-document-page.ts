import type { EstimateShownStatus } from '#books/estimates/estimate-life.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { buildPrintedFacts } from '#books/printing/printed-facts.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { html, type Html } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { linkForm, type LinkView } from './link-form.ts'

type SharedDocumentView = {
  readonly document: PrintedDocument
  /** The path of this page. */
  readonly path: string
  /** True if a member of the business is viewing. */
  readonly isMember: boolean
  /** The settings of the link; undefined if the viewer may not change them. */
  readonly link: LinkView | undefined
  /** The form to accept or reject; undefined if the document is no estimate. */
  readonly decision: { readonly status: EstimateShownStatus; readonly csrf: string } | undefined
}

/** Statuses in which the customer can still decide. */
const OPEN: ReadonlySet<EstimateShownStatus> = new Set(['APPROVED', 'SENT', 'VIEWED'])

/** Renders a document for the customer who has its address. */
export function sharedDocumentPage(view: SharedDocumentView, context: PageContext): Page {
  const { document, decision, isMember, link, path } = view
  const { shared } = context.words
  const decided = decision && decidedWords(decision.status, shared)
  return {
    title: `${document.title} ${document.number}`,
    hasOwnHeading: true,
    isWide: true,
    body: html`${isMember && html`<div class="notice"><p>${shared.memberLooks}</p></div>`}
      ${link !== undefined && linkForm(path, link, context)}
      ${decided !== undefined && html`<div class="notice" role="status"><p>${decided}</p></div>`}
      <div class="row screen-only block">
        <a class="button" href="${path}/pdf" download>${shared.download}</a>
        <button class="button" type="button" hidden data-print>${shared.print}</button>
      </div>
      ${printedHtml(document)}
      ${decision !== undefined && OPEN.has(decision.status) && !isMember && decisionForm({ path, csrf: decision.csrf }, shared)}`,
  }
}

/** Renders a document as part of a page, with the text and order of its PDF. */
function printedHtml(document: PrintedDocument): Html {
  const { business, customer, kind, locale } = document
  const words = printedWords(locale)
  const printed = buildPrintedFacts(document)
  const line = (text: string) => html`${text}<br />`
  return html`<article class="paper" lang="${locale}">
    ${accentBar(business.accentColor)}
    <div class="paper-head">
      <div>
        ${logo(business)}
        <p><b>${shownName(business.name)}</b><br /><span class="muted">${business.lines.map(line)}</span></p>
      </div>
      <div>
        <h1>${document.title}</h1>
        ${document.subhead !== null && html`<p class="muted">${document.subhead}</p>`}
      </div>
    </div>
    <div class="paper-head">
      <div>
        <p>
          <span class="muted">${words.customerOf[kind]}</span><br />
          <b>${shownName(customer.name)}</b><br />${customer.lines.map(line)}
        </p>
      </div>
      <dl class="paper-facts">
        ${[
          ...printed.facts.map((each) => entry(each)),
          ...(printed.amountDue === undefined ? [] : [entry(printed.amountDue, { isStrong: true })]),
        ]}
      </dl>
    </div>
    ${itemTable(document, printed)}
    <dl class="sums">
      ${[
        ...printed.sums.map((each) => entry(each)),
        entry(printed.total, { isStrong: true }),
        ...printed.payments.map((each) => entry(each)),
        ...(printed.amountDue === undefined ? [] : [entry(printed.amountDue, { isStrong: true })]),
      ]}
    </dl>
    ${printed.howToPay !== undefined && html`<p class="lines"><b>${printed.howToPay[0]}</b>${`\n${printed.howToPay[1]}`}</p>`}
    ${[document.memo, document.footer].map((text) => text !== null && html`<p class="muted lines">${text}</p>`)}
  </article>`
}

function itemTable(
  document: PrintedDocument,
  { columns }: ReturnType<typeof buildPrintedFacts>,
): Html | false {
  if (columns.length === 0) return false
  const words = printedWords(document.locale)
  if (document.items.length === 0) return html`<p class="muted">${words.noItems}</p>`
  return html`<table class="items">
    <thead>
      <tr>
        ${columns.map(({ heading, isAmount }) => html`<th scope="col" class="${isAmount ? 'amount' : ''}">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${document.items.map(
        (item) =>
          html`<tr>
            ${columns.map((column) => {
              const { text, note } = column.cell(item)
              return html`<td
                class="${column.isAmount ? 'amount' : ''}"
                data-label="${column.isAmount ? column.heading : ''}"
              >
                ${text}${note !== null && html`<span class="muted lines">${note}</span>`}
              </td>`
            })}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function entry(
  [label, amount]: readonly [label: string, amount: string],
  { isStrong } = { isStrong: false },
): Html {
  return html`<div class="${isStrong ? 'strong' : ''}">
    <dt>${label}</dt>
    <dd>${amount}</dd>
  </div>`
}

/** Renders the business's colour as an SVG attribute, because the page allows no inline styles. */
function accentBar(colour: string | null): Html | false {
  if (colour === null || !/^#[0-9a-f]{6}$/i.test(colour)) return false
  return html`<svg class="accent" aria-hidden="true">
    <rect width="100%" height="100%" fill="${colour}" />
  </svg>`
}

function logo({ logoUrl }: PrintedDocument['business']): Html | false {
  if (logoUrl === null || !/^data:image\/(?:png|jpeg);base64,/.test(logoUrl)) return false
  return html`<img class="paper-logo" src="${logoUrl}" alt="" />`
}

type SharedWords = PageContext['words']['shared']

function decisionForm({ path, csrf }: Readonly<Record<'path' | 'csrf', string>>, words: SharedWords): Html {
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
