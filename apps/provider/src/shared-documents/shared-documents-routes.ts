import { DATA_POLICY, policyHeaders } from '@counterfoil/service/http/content-security-policy'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Request, Response, Router } from 'express'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import { pdfFileName } from '#books/printing/printed-text.ts'
import { PrintingError, type PdfPrinter } from '#books/printing/pdf-printer.ts'
import { mayWriteBooks } from '#businesses/business-access.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes, type Opener } from '#pages/page-routes.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import type { DocumentLinkStore } from './document-link-store.ts'
import { parseLinkEnd, type LinkView } from './link-form.ts'
import { sharedDocumentPage } from './shared-document-page.ts'
import type { CustomerDecision, SharedDocument, SharedDocumentStore } from './shared-document-store.ts'

/** Pattern of the id in an address: base64url, 128 bits. */
const ANONYMOUS_ID = /^[A-Za-z0-9_-]{20,100}$/

/** Limits of one network for loading documents: a hundred requests at once would use up the database connections. */
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

/** Serves the pages that customers open by a link: anyone with the link may read, without an account. */
export function createSharedDocumentsRoutes(deps: Deps): Router {
  const { responder, documents, printPdf } = deps
  const reading = createReading(deps)
  const { open, isLookedAtByMember } = reading
  const pages = createPageRoutes(
    responder,
    deps.limits.refuseAfterRequests((res, againAtMs) =>
      responder.sendErrorPage(res.req, res, { kind: 'too_many', againAtMs }),
    ),
  )
  for (const kind of ['invoices', 'estimates'] as const) {
    const path = `/${kind}/:anonymousId`
    const opened = pages.opening((visit) => open(kind, visit))
    opened.get(path, (visit, found) => showDocument(reading, visit, found))
    opened.get(`${path}/pdf`, async ({ req, res }, { document }) =>
      sendPdf(res, pdfFileName(document), await printPdf(document, networkOf(req.ip))),
    )
    opened.post(`${path}/link`, (visit, found) => changeLink(deps, reading, visit, found))
  }

  const openEstimate: Opener<Opened & { readonly kind: 'estimates' }> = async (visit) => {
    const found = await open('estimates', visit)
    return found?.kind === 'estimates' ? found : undefined
  }
  pages.opening(openEstimate).post('/estimates/:anonymousId/decision', async (visit, estimate) => {
    if (!(await visit.isOwnForm('estimate', estimate.id))) return
    const decision = DECISIONS.find((each) => each === visit.field('decision'))
    // The page then shows the result, even if the decision came too late.
    if (decision !== undefined && !(await isLookedAtByMember(visit, estimate))) {
      await documents.decide(estimate, decision)
    }
    visit.seeOther(visit.req.path.replace(/\/decision$/, ''))
  })
  return pages.router
}

async function showDocument(
  { isLookedAtByMember, linkOf, noteView }: Reading,
  visit: Visit,
  found: Opened,
): Promise<void> {
  const { path } = visit.req
  const isMember = await isLookedAtByMember(visit, found)
  if (!isMember && isRead(visit.req)) await noteView(visit, found)
  const decision =
    found.kind === 'estimates'
      ? { status: found.status, csrf: await visit.token('estimate', found.id) }
      : undefined
  const document = { ...found.document, locale: visit.context().locale }
  visit.render(sharedDocumentPage, { document, isMember, link: await linkOf(visit, found), path, decision })
}

/** Sets the end of a link, or replaces the link, for a member of the business. */
async function changeLink(
  { links, clock }: Deps,
  { whoMayChangeLink }: Reading,
  visit: Visit,
  { kind, id, endsAtMs, businessId, anonymousId }: Opened,
): Promise<void> {
  // Without cookies nobody is signed in: the answer then explains how to allow them.
  const keepsCookies = visit.browserKey() !== undefined
  const maker = await whoMayChangeLink(visit, businessId)
  if (keepsCookies && maker === undefined) return visit.sendErrorPage({ kind: 'not_allowed' })
  if (!(await visit.isOwnForm('link', id)) || maker === undefined) return
  const end = parseLinkEnd(visit.field('end'), { nowMs: clock(), endsAtMs })
  if (end === undefined) return visit.sendErrorPage({ kind: 'bad_request' })
  const link = { kind, businessId, anonymousId }
  const isNew = visit.field('link') === 'new'
  const renewed = isNew ? await links.renew(link, end, maker) : await links.setEnd(link, end)
  visit.seeOther(`/${kind}/${renewed ?? anonymousId}`)
}

type Reading = ReturnType<typeof createReading>

/** A document that was opened by its link. */
type Opened = SharedDocument & { readonly anonymousId: string; readonly endsAtMs: number | undefined }

function createReading({ responder, sessions, documents, links, logger, clock }: Deps) {
  const sessionOf = createSessionReader(responder, sessions)
  const hasEnded = (endsAtMs: number | undefined) => endsAtMs !== undefined && endsAtMs <= clock()
  const turns = createWaitingQueues<string>(READERS, clock)

  /**
   * Returns the document of this address. If there is none, or its link has ended for this viewer, answers with an error page and
   * returns undefined.
   */
  async function open(kind: SharedDocument['kind'], visit: Visit): Promise<Opened | undefined> {
    const anonymousId: unknown = visit.req.params['anonymousId']
    const isAddress = typeof anonymousId === 'string' && ANONYMOUS_ID.test(anonymousId)
    const [end, document] = isAddress
      ? await turns.run(
          networkOf(visit.req.ip),
          async () => [await links.findEnd(anonymousId), await documents.find(kind, anonymousId)] as const,
          () => new PrintingError('PRINTER_BUSY'),
        )
      : []
    const isOpen =
      !hasEnded(end?.endsAtMs) ||
      (end !== undefined && (await whoMayChangeLink(visit, end.businessId)) !== undefined)
    if (isAddress && document !== undefined && isOpen)
      return { ...document, anonymousId, endsAtMs: end?.endsAtMs }
    visit.sendErrorPage(
      end === undefined ? { kind: 'not_found' } : { kind: 'link_ended', businessName: end.businessName },
    )
    return undefined
  }

  /** Returns the id of a signed-in member who may change the books of the business; undefined if there is none. */
  async function whoMayChangeLink({ req }: Visit, businessId: BusinessId): Promise<UserId | undefined> {
    for (const { userId } of signedInAccounts(await sessionOf(req))) {
      const role = await links.roleOf(businessId, userId)
      if (role !== undefined && mayWriteBooks(role)) return userId
    }
    return undefined
  }

  /** Returns the settings of the link; undefined if no signed-in member may change them. */
  async function linkOf(visit: Visit, { id, businessId, endsAtMs }: Opened): Promise<LinkView | undefined> {
    if ((await whoMayChangeLink(visit, businessId)) === undefined) return undefined
    return { csrf: await visit.token('link', id), endsAtMs, hasEnded: hasEnded(endsAtMs) }
  }

  /** Returns true if a member of the business is signed in here. Then it was not the customer who opened the document. */
  async function isLookedAtByMember({ req }: Visit, { businessId }: Opened): Promise<boolean> {
    for (const { userId } of signedInAccounts(await sessionOf(req)))
      if ((await links.roleOf(businessId, userId)) !== undefined) return true
    return false
  }

  /** Records the view. A failure is only logged, so that the document is shown nevertheless. */
  async function noteView(visit: Visit, viewed: SharedDocument): Promise<void> {
    try {
      await documents.markViewed(viewed)
    } catch (error) {
      logger.warn({ event: 'document.view_not_noted', requestId: visit.requestId(), err: error })
    }
  }

  return { open, isLookedAtByMember, whoMayChangeLink, linkOf, noteView }
}

/** Returns true if the request counts as a view; a prefetch does not. */
function isRead(req: Request): boolean {
  return req.method === 'GET' && !isPrefetch(req)
}

/** Answers with a PDF that must not be cached. */
export function sendPdf(res: Response, fileName: string, content: Uint8Array): void {
  res
    .status(200)
    .set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      ...policyHeaders(DATA_POLICY),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .end(Buffer.from(content))
}
