import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { type BusinessAccess, mayLookAfterApps } from '#businesses/business-access.ts'
import { html, plainText } from '#html/html.ts'
import { parseBusinessId } from '#http/given-id.ts'
import { csrfField, faultAttributes, fieldFault, inputField } from '#pages/partials.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PaymentDetailsStore } from './payment-details-store.ts'
import { type PaymentDetailsFault, readPaymentDetails } from './payment-details.ts'
import { signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

const FORM = 'payment-details'

/** Adds the payment details of a business for its owner and admins, because they decide where money goes. */
export function addPaymentDetailsPage(
  pages: PageRouter,
  {
    businessAccess,
    details,
  }: { readonly businessAccess: Pick<BusinessAccessStore, 'find'>; readonly details: PaymentDetailsStore },
): void {
  const openAccount = signedInOpener('/')
  const path = '/businesses/:id/payment-details'
  const own = pages.opening(async (visit) => {
    const account = await openAccount(visit)
    if (account === undefined) return undefined
    const id = parseBusinessId(visit.req.params['id'])
    const business = id === undefined ? undefined : await businessAccess.find(account.userId, id)
    if (business !== undefined && mayLookAfterApps(business.role)) return { account, business }
    visit.sendErrorPage({ kind: 'not_found' })
    return undefined
  })

  own.get(path, async (visit, opened) => {
    const { paymentDetails, taxNumber } = await details.find(opened.business.businessId)
    await show(visit, opened, { paymentDetails: paymentDetails ?? '', taxNumber: taxNumber ?? '' })
  })

  own.post(path, async (visit, opened) => {
    const { account, business } = opened
    if (!(await visit.hasToken(FORM, account.userId, business.businessId)))
      return visit.sendFormTooOld(FORM, account.userId)
    const sent = {
      paymentDetails: visit.field('paymentDetails') ?? '',
      taxNumber: visit.field('taxNumber') ?? '',
    }
    const read = readPaymentDetails(sent)
    if (read.faults.length > 0) return show(visit, opened, { ...sent, faults: read.faults })
    await details.save(business.businessId, read.details)
    await show(visit, opened, { ...sent, isSaved: true })
  })
}

/** Shows the payment details and tax number that are printed on each invoice of a business. */
async function show(
  visit: Visit,
  { account, business }: { readonly account: BrowserAccount; readonly business: BusinessAccess },
  form: {
    readonly paymentDetails: string
    readonly taxNumber: string
    readonly faults?: readonly PaymentDetailsFault[]
    readonly isSaved?: true
  },
): Promise<void> {
  const { businessId } = business
  const csrf = await visit.token(FORM, account.userId, businessId)
  const words = visit.context().words.site.details
  const faults = (form.faults ?? []).map(({ field, reason }) => ({
    fieldId: field,
    message: words.fault[reason],
  }))
  visit.show({
    title: words.title,
    section: 'other',
    faults,
    news: form.isSaved && plainText(words.saved),
    body: html`<p class="lede">${shownName(business.name)}</p>
      ${form.isSaved && html`<div class="notice good" role="status"><p>${words.saved}</p></div>`}
      <form method="post" action="/businesses/${businessId}/payment-details" novalidate>
        ${csrfField(csrf)}
        <div class="field block">
          <label for="paymentDetails">${words.howToPay}</label>
          <p class="hint" id="paymentDetails-hint">${words.hint.paymentDetails}</p>
          ${fieldFault('paymentDetails', faults)}
          <textarea
            class="input"
            id="paymentDetails"
            name="paymentDetails"
            rows="4"
            ${faultAttributes('paymentDetails', faults, { hasHint: true })}
          >
${form.paymentDetails}</textarea>
        </div>
        ${inputField({
          id: 'taxNumber',
          label: words.taxNumber,
          hint: words.hint.taxNumber,
          faults,
          layout: 'field block',
          attributes: html`autocomplete="off" value="${form.taxNumber}"`,
        })}
        <p class="block"><button class="button primary">${words.save}</button></p>
      </form>`,
  })
}
