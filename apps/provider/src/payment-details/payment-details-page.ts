import type { BusinessId } from '@counterfoil/oauth/ids'
import { html, plainText } from '#html/html.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, faultAttributes, fieldFault, type Fault } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PaymentDetailsFault } from './payment-details.ts'

export type PaymentDetailsView = {
  readonly businessId: BusinessId
  readonly businessName: string
  readonly paymentDetails: string
  readonly taxNumber: string
  readonly faults: readonly PaymentDetailsFault[]
  readonly isSaved: boolean
  readonly csrf: string
}

/** Page of the payment details and tax number that are on each invoice of a business. */
export function paymentDetailsPage(view: PaymentDetailsView, context: PageContext): Page {
  const words = context.words.site.details
  const faults: readonly Fault[] = view.faults.map(({ field, reason }) => ({
    fieldId: field,
    message: words.fault[reason],
  }))
  const hint = (id: 'paymentDetails' | 'taxNumber') =>
    html`<p class="hint" id="${id}-hint">${words.hint[id]}</p>
      ${fieldFault(id, faults)}`
  const page = formPage(
    {
      title: words.title,
      section: 'other',
      faults,
      body: html`<p class="lede">${shownName(view.businessName)}</p>
        ${view.isSaved && html`<div class="notice good" role="status"><p>${words.saved}</p></div>`}
        <form method="post" action="/businesses/${view.businessId}/payment-details" novalidate>
          ${csrfField(view.csrf)}
          <div class="field block">
            <label for="paymentDetails">${words.howToPay}</label>
            ${hint('paymentDetails')}
            <textarea
              class="input"
              id="paymentDetails"
              name="paymentDetails"
              rows="4"
              ${faultAttributes('paymentDetails', faults, { hasHint: true })}
            >
${view.paymentDetails}</textarea>
          </div>
          <div class="field block">
            <label for="taxNumber">${words.taxNumber}</label>
            ${hint('taxNumber')}
            <input
              class="input"
              id="taxNumber"
              name="taxNumber"
              autocomplete="off"
              value="${view.taxNumber}"
              ${faultAttributes('taxNumber', faults, { hasHint: true })}
            />
          </div>
          <p class="block"><button class="button primary">${words.save}</button></p>
        </form>`,
    },
    context,
  )
  return view.isSaved ? { ...page, news: plainText(html`${words.saved}`) } : page
}
