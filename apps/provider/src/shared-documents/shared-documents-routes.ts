import { DATA_POLICY } from '@counterfoil/service/http/content-security-policy'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { CustomerDecision, SharedEstimateStore } from '#books/estimates/shared-estimate-store.ts'
import type { SharedInvoiceStore } from '#books/invoices/shared-invoice-store.ts'
import { pdfFileName } from '#books/printing/pdf-file-name.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import { formText } from '#http/form-fields.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import type { DocumentLink, DocumentLinkStore } from './document-link-store.ts'
import { parseLinkEnd, type LinkView } from './link-form.ts'
import { sharedDocumentPage } from './shared-document-page.ts'
import { sharedEstimatePage } from './shared-estimate-page.ts'

/** Form of {@link SharedInvoice.anonymousId}: 128 bits, base64url. */
const ANONYMOUS_ID = /^[A-Za-z0-9_-]{20,100}$/

const DECISIONS = ['accept', 'reject'] as const satisfies readonly CustomerDecision[]

interface Deps {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly invoices: SharedInvoiceStore
  readonly estimates: SharedEstimateStore
  readonly links: DocumentLinkStore
  readonly clock: () => number
  readonly limits: ProviderLimits
  readonly printPdf: PdfPrinter
  readonly logger: Logger
}

/** Serves the pages that customers open by their address: anyone who has the address may read, without an account. */
export function createSharedDocumentsRoutes(deps: Deps): Router {
  const { responder, limits } = deps
  const refuseAfterRequests = limits.refuseAfterRequests((res, againAtMs) =>
    responder.sendErrorPage(res.req, res, { kind: 'too_many', againAtMs }),
  )
  const reading = createReading(deps)
  const router = Router()
  router.use(createInvoicePages(deps, reading, refuseAfterRequests))
  router.use(createEstimatePages(deps, reading, refuseAfterRequests))
  for (const kind of ['invoices', 'estimates'] as const)
    router.post(`/${kind}/:anonymousId/link`, refuseAfterRequests, ...responder.ownForm, (req, res) =>
      changeLink(deps, reading, kind, req, res),
    )
  return router
}

function createInvoicePages(
  { responder, invoices, printPdf }: Deps,
  { open, isLookedAtByMember, linkOf, noteView }: Reading,
  refuseAfterRequests: RequestHandler,
): Router {
  const router = Router()

  router.get('/invoices/:anonymousId', refuseAfterRequests, async (req, res) => {
    const invoice = await open(invoices, req, res)
    if (invoice === undefined) return
    const isMember = await isLookedAtByMember(req, invoice)
    if (!isMember && isRead(req)) await noteView(res, () => invoices.markViewed(invoice))
    const document = { ...invoice.document, locale: responder.context(req, res).locale }
    const view = { document, isMember, link: await linkOf(req, res, invoice), pdfPath: `${req.path}/pdf` }
    responder.send(req, res, sharedDocumentPage(view, responder.context(req, res)))
  })

  router.get('/invoices/:anonymousId/pdf', refuseAfterRequests, async (req, res) => {
    const invoice = await open(invoices, req, res)
    if (invoice === undefined) return
    sendPdf(res, pdfFileName(invoice.document), await printPdf(invoice.document, networkOf(req.ip)))
  })
  return router
}

function createEstimatePages(
  { responder, estimates, printPdf }: Deps,
  { open, isLookedAtByMember, linkOf, noteView }: Reading,
  refuseAfterRequests: RequestHandler,
): Router {
  const router = Router()

  router.get('/estimates/:anonymousId', refuseAfterRequests, async (req, res) => {
    const estimate = await open(estimates, req, res)
    if (estimate === undefined) return
    const isMember = await isLookedAtByMember(req, estimate)
    if (!isMember && isRead(req)) await noteView(res, () => estimates.markViewed(estimate))
    const csrf = await responder.csrfToken(req, res, 'estimate', estimate.id)
    const document = { ...estimate.document, locale: responder.context(req, res).locale }
    const link = await linkOf(req, res, estimate)
    const view = { document, isMember, link, csrf, status: estimate.status, path: req.path }
    responder.send(req, res, sharedEstimatePage(view, responder.context(req, res)))
  })

  router.get('/estimates/:anonymousId/pdf', refuseAfterRequests, async (req, res) => {
    const estimate = await open(estimates, req, res)
    if (estimate === undefined) return
    sendPdf(res, pdfFileName(estimate.document), await printPdf(estimate.document, networkOf(req.ip)))
  })

  router.post(
    '/estimates/:anonymousId/decision',
    refuseAfterRequests,
    ...responder.ownForm,
    async (req, res) => {
      const estimate = await open(estimates, req, res)
      if (estimate === undefined) return
      if (!(await responder.hasCsrfToken(req, 'estimate', estimate.id))) {
        return responder.sendFormTooOld(req, res, 'estimate', estimate.id)
      }
      const decision = DECISIONS.find((each) => each === formText(req.body, 'decision'))
      // The page shows the result, also of a decision that came too late.
      if (decision !== undefined && !(await isLookedAtByMember(req, estimate))) {
        await estimates.decide(estimate, decision)
      }
      responder.seeOther(res, req.path.replace(/\/decision$/, ''))
    },
  )
  return router
}

/** Sets the end of a link, or makes another link, for somebody of the business. */
async function changeLink(
  { responder, links, invoices, estimates, clock }: Deps,
  { open, whoMayChangeLink }: Reading,
  kind: DocumentLink['kind'],
  req: Request,
  res: Response,
): Promise<void> {
  const opened = kind === 'invoices' ? await open(invoices, req, res) : await open(estimates, req, res)
  if (opened === undefined) return
  // Without cookies nobody is signed in: the answer explains how to allow them.
  const keepsCookies = responder.readBrowserKey(req) !== undefined
  const maker = await whoMayChangeLink(req, opened)
  if (keepsCookies && maker === undefined) return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
  if (!keepsCookies || maker === undefined || !(await responder.hasCsrfToken(req, 'link', opened.id)))
    return responder.sendFormTooOld(req, res, 'link', opened.id)
  const { endsAtMs, businessId, anonymousId } = opened
  const end = parseLinkEnd(formText(req.body, 'end'), { nowMs: clock(), endsAtMs })
  if (end === undefined) return responder.sendErrorPage(req, res, { kind: 'bad_request' })
  const link = { kind, businessId, anonymousId }
  const isNew = formText(req.body, 'link') === 'new'
  const renewed = isNew ? await links.renew(link, end, maker) : await links.setEnd(link, end)
  responder.seeOther(res, `/${kind}/${renewed ?? anonymousId}`)
}

type Reading = ReturnType<typeof createReading>

/** A document that was opened by its link. */
type Opened<Document> = Document & { readonly anonymousId: string; readonly endsAtMs: number | undefined }

function createReading({ responder, sessions, invoices, links, logger, clock }: Deps) {
  const sessionOf = createSessionReader(responder, sessions)
  const hasEnded = (endsAtMs: number | undefined) => endsAtMs !== undefined && endsAtMs <= clock()

  /**
   * Returns the document of this address; undefined if there is none, or if its link has ended for this browser, which the answer
   * reports.
   */
  async function open<Document>(
    documents: { find(anonymousId: string): Promise<Document | undefined> },
    req: Request,
    res: Response,
  ): Promise<Opened<Document> | undefined> {
    const anonymousId: unknown = req.params['anonymousId']
    const isAddress = typeof anonymousId === 'string' && ANONYMOUS_ID.test(anonymousId)
    const end = isAddress ? await links.findEnd(anonymousId) : undefined
    const document = isAddress ? await documents.find(anonymousId) : undefined
    const isOpen =
      !hasEnded(end?.endsAtMs) || (end !== undefined && (await whoMayChangeLink(req, end)) !== undefined)
    if (isAddress && document !== undefined && isOpen)
      return { ...document, anonymousId, endsAtMs: end?.endsAtMs }
    if (end === undefined) responder.sendErrorPage(req, res, { kind: 'not_found' })
    else responder.sendErrorPage(req, res, { kind: 'link_ended', businessName: end.businessName })
    return undefined
  }

  /** Returns the member of the business who is signed in here. */
  async function whoMayChangeLink(
    req: Request,
    { businessId }: { readonly businessId: BusinessId },
  ): Promise<UserId | undefined> {
    for (const { userId } of signedInAccounts(await sessionOf(req)))
      if (await links.mayChange(businessId, userId)) return userId
    return undefined
  }

  /** Returns the link for a member who may change it. */
  async function linkOf(
    req: Request,
    res: Response,
    { id, businessId, endsAtMs }: Opened<{ readonly id: string; readonly businessId: BusinessId }>,
  ): Promise<LinkView | undefined> {
    if ((await whoMayChangeLink(req, { businessId })) === undefined) return undefined
    const csrf = await responder.csrfToken(req, res, 'link', id)
    return { path: req.path, csrf, endsAtMs, hasEnded: hasEnded(endsAtMs) }
  }

  async function isLookedAtByMember(
    req: Request,
    { businessId }: { readonly businessId: BusinessId },
  ): Promise<boolean> {
    for (const { userId } of signedInAccounts(await sessionOf(req)))
      if (await invoices.isMember(businessId, userId)) return true
    return false
  }

  /** The page is more than that it was opened: without the note it is shown all the same. */
  async function noteView(res: Response, markViewed: () => Promise<void>): Promise<void> {
    try {
      await markViewed()
    } catch (error) {
      logger.warn({ event: 'document.view_not_noted', requestId: requestIdOf(res), err: error })
    }
  }

  return { open, isLookedAtByMember, whoMayChangeLink, linkOf, noteView }
}

/** A prefetch does not count as opening. */
function isRead(req: Request): boolean {
  return req.method === 'GET' && !isPrefetch(req)
}

/** Answers with a PDF that is kept nowhere. */
export function sendPdf(res: Response, fileName: string, content: Uint8Array): void {
  res
    .status(200)
    .set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': DATA_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    .end(Buffer.from(content))
}
