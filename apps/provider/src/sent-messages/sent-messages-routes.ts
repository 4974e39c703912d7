import { Router, type Request, type Response } from 'express'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { MessageStore } from '#books/messages/message-store.ts'
import type { MessageQuotas } from '#books/messages/message-quota.ts'
import type { Message } from '#books/messages/message.ts'
import { networkOf } from '@counterfoil/service/network'
import { pdfFileName } from '#books/printing/pdf-file-name.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import { parseMessageId } from '#http/given-id.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createAccountReader } from '#sign-in/session-responder.ts'
import { sendPdf } from '#shared-documents/shared-documents-routes.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { sentMessagePage, sentMessagesPage } from './sent-messages-page.ts'

const LISTED_MESSAGES = 100

/** Serves the messages sent in the name of a business to its members. */
export function createSentMessagesRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: BusinessAccessStore
  readonly messages: MessageStore
  readonly config: { readonly mail: { readonly quotas: MessageQuotas } }
  readonly printPdf: PdfPrinter
}): Router {
  const { responder, messages } = deps
  const accountOf = createAccountReader(responder, deps.sessions, '/messages')
  const router = Router()

  router.get('/messages', async (req, res) => {
    const businessIds = await businessesOf(req, res)
    if (businessIds === undefined) return
    const listed = await messages.list(businessIds, LISTED_MESSAGES)
    const usage = await messages.listUsage(businessIds)
    const view = { messages: listed, limit: LISTED_MESSAGES, usage, quotas: deps.config.mail.quotas }
    responder.send(req, res, sentMessagesPage(view, responder.context(req, res)))
  })

  router.get('/messages/:id', async (req, res) => {
    const message = await open(req, res)
    if (message !== undefined) responder.send(req, res, sentMessagePage(message, responder.context(req, res)))
  })

  router.get('/messages/:id/pdf', async (req, res) => {
    const message = await open(req, res)
    if (message === undefined) return
    sendPdf(res, pdfFileName(message.document), await deps.printPdf(message.document, networkOf(req.ip)))
  })

  async function open(req: Request, res: Response): Promise<Message | undefined> {
    const businessIds = await businessesOf(req, res)
    if (businessIds === undefined) return undefined
    const id = parseMessageId(req.params['id'])
    const message = id === undefined ? undefined : await messages.find(businessIds, id)
    if (message === undefined) responder.sendErrorPage(req, res, { kind: 'not_found' })
    return message
  }

  /** Returns undefined after redirecting a visitor to the sign-in. */
  async function businessesOf(req: Request, res: Response) {
    const account = await accountOf(req, res)
    if (account === undefined) return undefined
    return (await deps.businessAccess.listFor(account.userId)).map(({ businessId }) => businessId)
  }

  return router
}
