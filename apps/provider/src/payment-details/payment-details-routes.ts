import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Router } from 'express'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { type BusinessAccess, mayLookAfterApps } from '#businesses/business-access.ts'
import { html, plainText } from '#html/html.ts'
import { parseBusinessId } from '#http/given-id.ts'
import { csrfField, type Fault, faultAttributes, fieldFault, formPage } from '#pages/partials.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PaymentDetailsStore } from './payment-details-store.ts'
import { type PaymentDetailsFault, readPaymentDetails } from './payment-details.ts'
import { createAccountOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'

const FORM = 'payment-details'

/** Serves the payment details of a business to its owner and admins, because they decide where money goes. */
export function createPaymentDetailsRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: BusinessAccessStore
  readonly details: PaymentDetailsStore
}): Router {
  const { responder, details } = deps
  const accountOf = createAccountOpener(responder, deps.sessions, '/')
  const pages = createPageRoutes(responder)
  const path = '/businesses/:id/payment-details'
  const own = pages.opening(async (visit) => {
    const account = await accountOf(visit)
    if (account === undefined) return undefined
    const id = parseBusinessId(visit.req.params['id'])
    const business = id === undefined ? undefined : await deps.businessAccess.find(account.userId, id)
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

  return pages.router
}

async function show(
  visit: Visit,
  { account, business }: { readonly account: BrowserAccount; readonly business: BusinessAccess },
  shown: Pick<PaymentDetailsView, 'paymentDetails' | 'taxNumber'> & Partial<PaymentDetailsView>,
): Promise<void> {
  const { businessId, name: businessName } = business
  const csrf = await visit.token(FORM, account.userId, businessId)
  visit.render(paymentDetailsPage, { businessId, businessName, csrf, faults: [], isSaved: false, ...shown })
}

type PaymentDetailsView = {
  readonly businessId: BusinessId
  readonly businessName: string
  readonly paymentDetails: string
  readonly taxNumber: string
  readonly faults: readonly PaymentDetailsFault[]
  readonly isSaved: boolean
  readonly csrf: string
}

/** Renders the page of the payment details and tax number that are printed on each invoice of a business. */
function paymentDetailsPage(view: PaymentDetailsView, context: PageContext): Page {
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
