import { networkOf } from '@counterfoil/service/http/network'
import type { Router } from 'express'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { MessageQuotas } from '#books/messages/message-quota.ts'
import type { BusinessUsage, MessageStore } from '#books/messages/message-store.ts'
import { messageFacts, messagePayment, messageText } from '#books/messages/message-words.ts'
import type { Message } from '#books/messages/message.ts'
import { pdfFileName } from '#books/printing/printed-text.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { html, type Html } from '#html/html.ts'
import { parseMessageId } from '#http/given-id.ts'
import { formatDay } from '#pages/dates.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createPageRoutes, type Opener } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { factList } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { sendPdf } from '#shared-documents/shared-documents-routes.ts'
import { createAccountOpener } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'

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
  const accountOf = createAccountOpener(responder, deps.sessions, '/messages')
  const pages = createPageRoutes(responder)

  const businessesOf: Opener<readonly BusinessId[]> = async (visit) => {
    const account = await accountOf(visit)
    return account && (await deps.businessAccess.listFor(account.userId)).map(({ businessId }) => businessId)
  }
  pages.opening(businessesOf).get('/messages', async (visit, businessIds) => {
    const listed = await messages.list(businessIds, LISTED_MESSAGES)
    const usage = await messages.listUsage(businessIds)
    const { quotas } = deps.config.mail
    visit.render(sentMessagesPage, { messages: listed, limit: LISTED_MESSAGES, usage, quotas })
  })

  const sent = pages.opening(async (visit) => {
    const businessIds = await businessesOf(visit)
    if (businessIds === undefined) return undefined
    const id = parseMessageId(visit.req.params['id'])
    const message = id === undefined ? undefined : await messages.find(businessIds, id)
    if (message === undefined) visit.sendErrorPage({ kind: 'not_found' })
    return message
  })
  sent.get('/messages/:id', (visit, message) => visit.render(sentMessagePage, message))
  sent.get('/messages/:id/pdf', async ({ req, res }, { document }) =>
    sendPdf(res, pdfFileName(document), await deps.printPdf(document, networkOf(req.ip))),
  )

  return pages.router
}

/** Renders the list of messages sent in the name of the reader's businesses. */
function sentMessagesPage(
  view: {
    readonly messages: readonly Message[]
    readonly limit: number
    readonly usage: readonly BusinessUsage[]
    readonly quotas: MessageQuotas
  },
  context: PageContext,
): Page {
  const words = context.words.messages
  const most = (name: keyof MessageQuotas) => view.quotas[name].toLocaleString(context.locale)
  return {
    title: words.title,
    status: 200,
    section: 'other',
    isWide: true,
    body: html`<h1>${words.title}</h1>
      <p class="lede">${words.lede}</p>
      <p class="hint">
        ${words.limits(most('addresses'), most('newAddresses'), most('addressesOfApplication'))}
      </p>
      ${view.usage.map(
        ({ name, addresses, newAddresses }) =>
          html`<p class="hint">${words.used(shownName(name), addresses, newAddresses)}</p>`,
      )}
      ${
        view.messages.length === 0
          ? html`<p class="block">${words.none}</p>`
          : html`<ul class="cards">
              ${view.messages.map((message) => card(message, context))}
            </ul>`
      }
      ${view.messages.length >= view.limit && html`<p class="note block">${words.newest(view.limit)}</p>`}`,
  }
}

function card(message: Message, context: PageContext): Html {
  const words = context.words.messages
  return html`<li class="split">
    <div>
      <p>
        <a class="tall" href="/messages/${message.id}"><b>${shownName(message.subject)}</b></a>
      </p>
      <p class="hint">
        ${words.to} ${message.to.join(', ')} · ${shownName(message.document.business.name)} ·
        ${formatDay(message.createdAt.getTime(), context.dates)}
      </p>
    </div>
    ${stateTag(message, context)}
  </li>`
}

/** Renders one message as it was sent or will be. */
function sentMessagePage(message: Message, context: PageContext): Page {
  const words = context.words.messages
  const facts: readonly (readonly [string, string])[] = [
    [words.business, shownName(message.document.business.name)],
    [words.to, message.to.join(', ')],
    ...(message.copies.length === 0 ? [] : [[words.copy, message.copies.join(', ')] as const]),
    [words.answers, message.replyTo],
    [words.made, formatDay(message.createdAt.getTime(), context.dates)],
  ]
  return {
    title: shownName(message.subject),
    status: 200,
    section: 'other',
    body: html`<h1>${shownName(message.subject)}</h1>
      <p>${stateTag(message, context)}</p>
      ${message.state !== 'SENT' && message.fault !== null && html`<p class="hint">${words.fault(message.fault, message.attempts)}</p>`}
      ${factList(facts)}
      <section>
        <h2>${words.text}</h2>
        <p class="lines">${messageText(message.document, message.text)}</p>
        ${messageFacts(message.document).map((fact) => html`<p><b>${fact}</b></p>`)}
        <p class="lines">${messagePayment(message.document).join('\n')}</p>
      </section>
      <p class="block row">
        <a class="button" href="/messages/${message.id}/pdf" download>${words.download}</a>
        <a class="tall" href="/messages">${words.back}</a>
      </p>`,
  }
}

function stateTag({ state }: Message, context: PageContext): Html {
  const words = context.words.messages
  switch (state) {
    case 'SENT':
      return html`<span class="tag">${words.states.SENT}</span>`
    case 'WAITING':
      return html`<span class="tag quiet">${words.states.WAITING}</span>`
    case 'FAILED':
      return html`<span class="tag danger">${words.states.FAILED}</span>`
  }
}
