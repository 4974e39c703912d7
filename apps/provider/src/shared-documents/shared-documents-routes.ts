import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Logger } from '@counterfoil/service/logger'
import { Router, type Request, type Response } from 'express'
import type { SharedInvoice, SharedInvoiceStore } from '#books/invoices/printed-invoice-store.ts'
import { pdfFileName } from '#books/printing/pdf-file-name.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import { sharedInvoicePage } from './shared-invoice-page.ts'

/** What {@link SharedInvoice.anonymousId} looks like: 128 bits, base64url. */
const ANONYMOUS_ID = /^[A-Za-z0-9_-]{20,100}$/

/** The pages that customers get by their address: nobody signs in, whoever has the address may read. */
export function createSharedDocumentsRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly invoices: SharedInvoiceStore
  readonly limits: ProviderLimits
  readonly printPdf: PdfPrinter
  readonly logger: Logger
}): Router {
  const { responder, invoices, logger } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const router = Router()
  const refuseAfterRequests = deps.limits.refuseAfterRequests((res, againAtMs) =>
    responder.sendErrorPage(res.req, res, { kind: 'too_many', againAtMs }),
  )

  router.get('/invoices/:anonymousId', refuseAfterRequests, async (req, res) => {
    const invoice = await open(req, res)
    if (invoice === undefined) return
    const isMember = await isLookedAtByMember(req, invoice)
    if (!isMember && isRead(req)) await noteView(res, invoice)
    const document = { ...invoice.document, locale: responder.context(req, res).locale }
    const view = { document, isMember, pdfPath: `${req.path}/pdf` }
    responder.send(req, res, sharedInvoicePage(view, responder.context(req, res)))
  })

  router.get('/invoices/:anonymousId/pdf', refuseAfterRequests, async (req, res) => {
    const invoice = await open(req, res)
    if (invoice === undefined) return
    sendPdf(res, pdfFileName(invoice.document), await deps.printPdf(invoice.document))
  })

  async function open(req: Request, res: Response): Promise<SharedInvoice | undefined> {
    const { anonymousId } = req.params
    const invoice =
      typeof anonymousId === 'string' && ANONYMOUS_ID.test(anonymousId)
        ? await invoices.find(anonymousId)
        : undefined
    if (invoice === undefined) responder.sendErrorPage(req, res, { kind: 'not_found' })
    return invoice
  }

  async function isLookedAtByMember(req: Request, { businessId }: SharedInvoice): Promise<boolean> {
    for (const { userId } of signedInAccounts(await sessionOf(req)))
      if (await invoices.isMember(businessId, userId)) return true
    return false
  }

  /** The page is more than that it was opened: without the note it is shown all the same. */
  async function noteView(res: Response, invoice: SharedInvoice): Promise<void> {
    try {
      await invoices.markViewed(invoice)
    } catch (error) {
      logger.warn({ event: 'invoice.view_not_noted', requestId: requestIdOf(res), err: error })
    }
  }

  return router
}

/** A browser that guesses what will be opened next has opened nothing. */
function isRead(req: Request): boolean {
  return req.method === 'GET' && !/prefetch|prerender/i.test(req.get('sec-purpose') ?? '')
}

/** Answers with a PDF that is kept nowhere. */
export function sendPdf(res: Response, fileName: string, content: Uint8Array): void {
  res
    .status(200)
    .set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    .end(Buffer.from(content))
}
