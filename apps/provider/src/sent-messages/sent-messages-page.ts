import { networkOf } from '@counterfoil/service/http/network'
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
import type { Visit } from '#pages/page-responder.ts'
import type { Opener, PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { factList } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { sendPdf } from '#shared-documents/shared-documents-routes.ts'
import { signedInOpener } from '#sign-in/session-responder.ts'

const LISTED_MESSAGES = 100

/** Adds the pages of the messages sent in the name of a business, for its members. */
export function addSentMessagesPages(
  pages: PageRouter,
  deps: {
    readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
    readonly messages: MessageStore
    readonly config: { readonly mail: { readonly quotas: MessageQuotas } }
    readonly printPdf: PdfPrinter
  },
): void {
  const { messages } = deps
  const openAccount = signedInOpener('/messages')

  const businessesOf: Opener<readonly BusinessId[]> = async (visit) => {
    const account = await openAccount(visit)
    return account && (await deps.businessAccess.listFor(account.userId)).map(({ businessId }) => businessId)
  }
  pages.opening(businessesOf).get('/messages', async (visit, businessIds) => {
    const listed = await messages.list(businessIds, LISTED_MESSAGES)
    const usage = await messages.listUsage(businessIds)
    showList(visit, { messages: listed, usage, quotas: deps.config.mail.quotas })
  })

  const sent = pages.opening(async (visit) => {
    const businessIds = await businessesOf(visit)
    if (businessIds === undefined) return undefined
    const id = parseMessageId(visit.req.params['id'])
    const message = id === undefined ? undefined : await messages.find(businessIds, id)
    if (message === undefined) visit.sendErrorPage({ kind: 'not_found' })
    return message
  })
  sent.get('/messages/:id', showMessage)
  sent.get('/messages/:id/pdf', async ({ req, res }, { document }) =>
    sendPdf(res, pdfFileName(document), await deps.printPdf(document, networkOf(req.ip))),
  )
}

/** Shows the messages sent in the name of the reader's businesses. */
function showList(
  visit: Visit,
  {
    messages,
    usage,
    quotas,
  }: {
    readonly messages: readonly Message[]
    readonly usage: readonly BusinessUsage[]
    readonly quotas: MessageQuotas
  },
): void {
  const context = visit.context()
  const words = context.words.messages
  const most = (name: keyof MessageQuotas) => quotas[name].toLocaleString(context.locale)
  visit.show({
    title: words.title,
    section: 'other',
    isWide: true,
    body: html`<p class="lede">${words.lede}</p>
      <p class="hint">
        ${words.limits(most('addresses'), most('newAddresses'), most('addressesOfApplication'))}
      </p>
      ${usage.map(
        ({ name, addresses, newAddresses }) =>
          html`<p class="hint">${words.used(shownName(name), addresses, newAddresses)}</p>`,
      )}
      ${
        messages.length === 0
          ? html`<p class="block">${words.none}</p>`
          : html`<ul class="cards">
              ${messages.map((message) => card(message, context))}
            </ul>`
      }
      ${messages.length >= LISTED_MESSAGES && html`<p class="note block">${words.newest(LISTED_MESSAGES)}</p>`}`,
  })
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

/** Shows one message as it was sent or will be. */
function showMessage(visit: Visit, message: Message): void {
  const context = visit.context()
  const words = context.words.messages
  const facts: readonly (readonly [string, string])[] = [
    [words.business, shownName(message.document.business.name)],
    [words.to, message.to.join(', ')],
    ...(message.copies.length === 0 ? [] : [[words.copy, message.copies.join(', ')] as const]),
    [words.answers, message.replyTo],
    [words.made, formatDay(message.createdAt.getTime(), context.dates)],
  ]
  visit.show({
    title: shownName(message.subject),
    section: 'other',
    body: html`<p>${stateTag(message, context)}</p>
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
  })
}

const STATE_TAGS = { SENT: 'tag', WAITING: 'tag quiet', FAILED: 'tag danger' } as const

function stateTag({ state }: Message, { words }: PageContext): Html {
  return html`<span class="${STATE_TAGS[state]}">${words.messages.states[state]}</span>`
}
