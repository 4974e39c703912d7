import { DATA_POLICY } from '@counterfoil/service/http/content-security-policy'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import { pdfFileName } from '#books/printing/pdf-file-name.ts'
import { PrintingError, type PdfPrinter } from '#books/printing/pdf-printer.ts'
import { mayWriteBooks } from '#businesses/business-access.ts'
import { formText } from '#http/form-fields.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import type { DocumentLinkStore } from './document-link-store.ts'
import { parseLinkEnd, type LinkView } from './link-form.ts'
import { sharedDocumentPage } from './shared-document-page.ts'
import type { CustomerDecision, SharedDocument, SharedDocumentStore } from './shared-document-store.ts'
import { sharedEstimatePage } from './shared-estimate-page.ts'

/** Form of the id in an address: 128 bits, base64url. */
const ANONYMOUS_ID = /^[A-Za-z0-9_-]{20,100}$/

/** Documents that one network has read at once: a hundred requests at once would keep the connections of everybody busy. */
const READERS: QueueLimits = { atOnce: 2, waiting: 1_000, longestWaitMs: 30_000 }

const DECISIONS = ['accept', 'reject'] as const satisfies readonly CustomerDecision[]

interface Deps {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly documents: SharedDocumentStore
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
  router.use(createEstimateDecision(deps, reading, refuseAfterRequests))
  for (const kind of ['invoices', 'estimates'] as const) {
    const path = `/${kind}/:anonymousId`
    router.get(path, refuseAfterRequests, (req, res) => showDocument(deps, reading, kind, req, res))
    router.get(`${path}/pdf`, refuseAfterRequests, async (req, res) => {
      const opened = await reading.open(kind, req, res)
      if (opened === undefined) return
      sendPdf(res, pdfFileName(opened.document), await deps.printPdf(opened.document, networkOf(req.ip)))
    })
    router.post(`${path}/link`, refuseAfterRequests, ...responder.ownForm, (req, res) =>
      changeLink(deps, reading, kind, req, res),
    )
  }
  return router
}

async function showDocument(
  { responder }: Deps,
  { open, isLookedAtByMember, linkOf, noteView }: Reading,
  kind: SharedDocument['kind'],
  req: Request,
  res: Response,
): Promise<void> {
  const opened = await open(kind, req, res)
  if (opened === undefined) return
  const isMember = await isLookedAtByMember(req, opened)
  if (!isMember && isRead(req)) await noteView(res, opened)
  const csrf = kind === 'estimates' ? await responder.csrfToken(req, res, 'estimate', opened.id) : ''
  const context = responder.context(req, res)
  const document = { ...opened.document, locale: context.locale }
  const view = { document, isMember, link: await linkOf(req, res, opened) }
  const page =
    opened.kind === 'invoices'
      ? sharedDocumentPage({ ...view, pdfPath: `${req.path}/pdf` }, context)
      : sharedEstimatePage({ ...view, csrf, status: opened.status, path: req.path }, context)
  responder.send(req, res, page)
}

/** Takes the decision of a customer about an estimate. */
function createEstimateDecision(
  { responder, documents }: Deps,
  { open, isLookedAtByMember }: Reading,
  refuseAfterRequests: RequestHandler,
): Router {
  return Router().post(
    '/estimates/:anonymousId/decision',
    refuseAfterRequests,
    ...responder.ownForm,
    async (req, res) => {
      const estimate = await open('estimates', req, res)
      if (estimate?.kind !== 'estimates') return
      if (!(await responder.hasCsrfToken(req, 'estimate', estimate.id))) {
        return responder.sendFormTooOld(req, res, 'estimate', estimate.id)
      }
      const decision = DECISIONS.find((each) => each === formText(req.body, 'decision'))
      // The page shows the result, also of a decision that came too late.
      if (decision !== undefined && !(await isLookedAtByMember(req, estimate))) {
        await documents.decide(estimate, decision)
      }
      responder.seeOther(res, req.path.replace(/\/decision$/, ''))
    },
  )
}

/** Sets the end of a link, or makes another link, for somebody of the business. */
async function changeLink(
  { responder, links, clock }: Deps,
  { open, whoMayChangeLink }: Reading,
  kind: SharedDocument['kind'],
  req: Request,
  res: Response,
): Promise<void> {
  const opened = await open(kind, req, res)
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
type Opened = SharedDocument & { readonly anonymousId: string; readonly endsAtMs: number | undefined }

function createReading({ responder, sessions, documents, links, logger, clock }: Deps) {
  const sessionOf = createSessionReader(responder, sessions)
  const hasEnded = (endsAtMs: number | undefined) => endsAtMs !== undefined && endsAtMs <= clock()
  const turns = createWaitingQueues<string>(READERS, clock)

  /**
   * Returns the document of this address; undefined if there is none, or if its link has ended for this browser, which the answer
   * reports.
   */
  async function open(
    kind: SharedDocument['kind'],
    req: Request,
    res: Response,
  ): Promise<Opened | undefined> {
    const anonymousId: unknown = req.params['anonymousId']
    const isAddress = typeof anonymousId === 'string' && ANONYMOUS_ID.test(anonymousId)
    const [end, document] = isAddress
      ? await turns.run(
          networkOf(req.ip),
          async () => [await links.findEnd(anonymousId), await documents.find(kind, anonymousId)] as const,
          () => new PrintingError('PRINTER_BUSY'),
        )
      : []
    const isOpen =
      !hasEnded(end?.endsAtMs) || (end !== undefined && (await whoMayChangeLink(req, end)) !== undefined)
    if (isAddress && document !== undefined && isOpen)
      return { ...document, anonymousId, endsAtMs: end?.endsAtMs }
    if (end === undefined) responder.sendErrorPage(req, res, { kind: 'not_found' })
    else responder.sendErrorPage(req, res, { kind: 'link_ended', businessName: end.businessName })
    return undefined
  }

  type OfBusiness = { readonly businessId: BusinessId }

  /** Returns the member who is signed in here and may change the books of the business. */
  async function whoMayChangeLink(req: Request, { businessId }: OfBusiness): Promise<UserId | undefined> {
    for (const { userId } of signedInAccounts(await sessionOf(req))) {
      const role = await links.roleOf(businessId, userId)
      if (role !== undefined && mayWriteBooks(role)) return userId
    }
    return undefined
  }

  /** Returns the link for a member who may change it. */
  async function linkOf(
    req: Request,
    res: Response,
    { id, businessId, endsAtMs }: Opened,
  ): Promise<LinkView | undefined> {
    if ((await whoMayChangeLink(req, { businessId })) === undefined) return undefined
    const csrf = await responder.csrfToken(req, res, 'link', id)
    return { path: req.path, csrf, endsAtMs, hasEnded: hasEnded(endsAtMs) }
  }

  /** Returns true if a member of the business is signed in here: then the customer did not open the document. */
  async function isLookedAtByMember(req: Request, { businessId }: OfBusiness): Promise<boolean> {
    for (const { userId } of signedInAccounts(await sessionOf(req)))
      if ((await links.roleOf(businessId, userId)) !== undefined) return true
    return false
  }

  /** The page is more than that it was opened: without the note it is shown all the same. */
  async function noteView(res: Response, viewed: SharedDocument): Promise<void> {
    try {
      await documents.markViewed(viewed)
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
