import type { BusinessId } from '@counterfoil/oauth/ids'
import { type Request, type Response, Router } from 'express'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { mayLookAfterApps } from '#businesses/business-access.ts'
import { html, plainText } from '#html/html.ts'
import { formText } from '#http/form-fields.ts'
import { parseBusinessId } from '#http/given-id.ts'
import { formPage } from '#pages/form-page.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, type Fault, faultAttributes, fieldFault } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PaymentDetailsStore } from './payment-details-store.ts'
import { type PaymentDetailsFault, readPaymentDetails } from './payment-details.ts'
import { createAccountReader } from '#sign-in/session-responder.ts'
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
  const accountOf = createAccountReader(responder, deps.sessions, '/')
  const router = Router()
  const path = '/businesses/:id/payment-details'

  router.get(path, async (req, res) => {
    const opened = await open(req, res)
    if (opened === undefined) return
    const kept = await details.find(opened.business.businessId)
    const { paymentDetails, taxNumber } = kept
    await send(req, res, opened, { paymentDetails: paymentDetails ?? '', taxNumber: taxNumber ?? '' })
  })

  router.post(path, ...responder.ownForm, async (req, res) => {
    const opened = await open(req, res)
    if (opened === undefined) return
    const { account, business } = opened
    if (!(await responder.hasCsrfToken(req, FORM, account.userId, business.businessId)))
      return responder.sendFormTooOld(req, res, FORM, account.userId)
    const sent = {
      paymentDetails: formText(req.body, 'paymentDetails') ?? '',
      taxNumber: formText(req.body, 'taxNumber') ?? '',
    }
    const read = readPaymentDetails(sent)
    if (read.faults.length > 0) return send(req, res, opened, { ...sent, faults: read.faults })
    await details.save(business.businessId, read.details)
    await send(req, res, opened, { ...sent, isSaved: true })
  })

  /** Undefined once the answer was sent: to sign in, or that there is nothing here for this person. */
  async function open(req: Request, res: Response) {
    const account = await accountOf(req, res)
    if (account === undefined) return undefined
    const id = parseBusinessId(req.params['id'])
    const business = id === undefined ? undefined : await deps.businessAccess.find(account.userId, id)
    if (business !== undefined && mayLookAfterApps(business.role)) return { account, business }
    responder.sendErrorPage(req, res, { kind: 'not_found' })
    return undefined
  }

  async function send(
    req: Request,
    res: Response,
    { account, business }: NonNullable<Awaited<ReturnType<typeof open>>>,
    shown: Pick<PaymentDetailsView, 'paymentDetails' | 'taxNumber'> & Partial<PaymentDetailsView>,
  ): Promise<void> {
    const { businessId, name: businessName } = business
    const csrf = await responder.csrfToken(req, res, FORM, account.userId, businessId)
    const view = { businessId, businessName, csrf, faults: [], isSaved: false, ...shown }
    responder.send(req, res, paymentDetailsPage(view, responder.context(req, res)))
  }

  return router
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

/** Page of the payment details and tax number that are on each invoice of a business. */
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
