import { refuse, type BooksTransaction } from '#books/command.ts'
import { draftDocument, type Drafting } from '#books/documents/document-drafting.ts'
import { keepRate, type DraftParts } from '#books/documents/document-parts-store.ts'
import { readDocumentRequest, UNCHANGED, type DocumentRequest } from '#books/documents/document-request.ts'
import { addUpDocument, checkRate, type DocumentContent } from '#books/documents/document-validation.ts'
import { findMethodFaults, sendDocument } from '#books/documents/document-sending.ts'
import { createFieldReader, inputFault, type FieldReader } from '#books/input-faults.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { nextLife, type InvoiceLife } from './invoice-life.ts'
import { invoiceWriter, type AddedUpInvoice } from './invoice-writer-store.ts'
import type { Invoice, InvoiceId } from './invoice.ts'
import type {
  InvoiceCreateInput,
  InvoiceMarkSentInput,
  InvoicePatchInput,
  InvoiceSendInput,
  InvoicesCommands,
} from './invoices-schema.ts'

const onAnyInvoice = onRow({ kind: 'Invoice', noun: 'Invoice', find: invoiceWriter.find })

/** Creates the resolver of a mutation of an invoice that was not deleted. */
export const onInvoice = onRow({
  kind: 'Invoice',
  noun: 'Invoice',
  async find(transaction, id: InvoiceId) {
    const invoice = await invoiceWriter.find(transaction, id)
    return invoice?.isDeleted ? null : invoice
  },
})

export const invoiceCommands = {
  Mutation: {
    invoiceCreate: inBusiness({
      read: (input: InvoiceCreateInput) => readRequest(input),
      async write(transaction, { request, input }) {
        const content = await draftInvoice({ transaction, request, origin: { kind: 'nothing' } })
        if (input.status !== 'SAVED') return invoiceWriter.insertDraft(transaction, content, null)
        await keepRate(transaction, content)
        return invoiceWriter.insertApproved(transaction, content, content.found)
      },
      answer: (invoice) => ({ invoice }),
    }),

    invoicePatch: onInvoice('id', {
      read: (input: InvoicePatchInput) => readRequest(input),
      async write(transaction, invoice, { request, input: { status } }) {
        const origin = await invoiceWriter.originOf(transaction, invoice, 'present')
        const content = await draftInvoice({ transaction, request, origin, status })
        await invoiceWriter.rewrite(transaction, invoice.id, content)
        if (invoice.life !== 'DRAFT') {
          await keepRate(transaction, content)
          await invoiceWriter.enter(transaction, invoice.id)
        } else if (status === 'SAVED') await approve(transaction, invoice.id)
        return invoiceWriter.follow(transaction, invoice.id)
      },
      answer: (invoice) => ({ invoice }),
    }),

    invoiceApprove: onInvoice('invoiceId', {
      read: readNothing,
      async write(transaction, { id, life }) {
        if (nextLife(life, 'approve') === undefined) {
          refuse(inputFault('invoiceId', 'INVALID_STATE', 'The invoice is approved already.'))
        }
        await approve(transaction, id)
        return invoiceWriter.follow(transaction, id)
      },
      answer: (invoice) => ({ invoice }),
    }),

    invoiceClone: onInvoice('invoiceId', {
      read: readNothing,
      async write(transaction, invoice) {
        const origin = await invoiceWriter.originOf(transaction, invoice, 'model')
        const content = await draftInvoice({ transaction, request: UNCHANGED, origin })
        return invoiceWriter.insertDraft(transaction, content, null)
      },
      answer: (invoice) => ({ invoice }),
    }),

    invoiceDelete: onAnyInvoice('invoiceId', {
      read: readNothing,
      async write(transaction, { id, isDeleted }) {
        if (isDeleted) return
        if (await invoiceWriter.hasPayments(transaction, id)) {
          const message = 'The invoice has payments: delete them first.'
          refuse(inputFault('invoiceId', 'HAS_PAYMENTS', message))
        }
        await invoiceWriter.update(transaction, id, { deleted_at: transaction.now })
        await invoiceWriter.enter(transaction, id)
      },
      answer: () => ({}),
    }),

    invoiceMarkSent: onInvoice('invoiceId', {
      read: ({ sendMethod }: InvoiceMarkSentInput) => ({ faults: findMethodFaults('invoice', sendMethod) }),
      async write(transaction, invoice, { input: { sendMethod, sentAt } }) {
        return invoiceWriter.update(transaction, invoice.id, {
          life: sentLife(invoice, sendMethod === 'SKIPPED' ? 'skip' : 'send'),
          last_sent_at: sentAt ?? transaction.now,
          last_sent_via: sendMethod,
        })
      },
      answer: (invoice) => ({ invoice }),
    }),

    invoiceSend: onInvoice('invoiceId', {
      read: (input: InvoiceSendInput) => readMessageDraft({ ...input, attachesPdf: input.attachPDF }),
      async write(transaction, invoice, { draft, context }) {
        const life = sentLife(invoice, 'send')
        await sendDocument(context.messages, transaction, { noun: 'invoice', document: invoice, draft })
        const sent = { life, last_sent_at: transaction.now, last_sent_via: 'WAVE' }
        return invoiceWriter.update(transaction, invoice.id, sent)
      },
      answer: (invoice) => ({ invoice }),
    }),
  },
} satisfies InvoicesCommands<CommandNeeds>

function readRequest(input: InvoiceCreateInput | InvoicePatchInput) {
  const fields = createFieldReader()
  const { invoiceNumber: number, invoiceDate: day } = input
  const request = readDocumentRequest(fields, input, { noun: 'invoice', number, day })
  return { request, faults: fields.faults }
}

/** Approves an invoice: applies the deposit of its estimate, stores its exchange rate and posts its entry. */
async function approve(transaction: BooksTransaction, id: InvoiceId): Promise<void> {
  const approved = { life: 'SAVED', approved_at: transaction.now }
  const invoice = await invoiceWriter.update(transaction, id, approved)
  await invoiceWriter.applyDeposit(transaction, invoice)
  await keepRate(transaction, invoice)
  await invoiceWriter.enter(transaction, id)
}

/** Returns the progress of an invoice after it was sent or sending was skipped. Ends the command for a draft. */
function sentLife({ life }: Invoice, event: 'send' | 'skip'): InvoiceLife {
  const sent = nextLife(life, event)
  if (sent === undefined) {
    refuse(inputFault('invoiceId', 'INVALID_STATE', 'A draft has to be approved first.'))
  }
  return sent
}

/** Returns the complete content of an invoice from a request, with the rows it uses. Ends the command if it has faults. */
async function draftInvoice({
  status,
  ...drafting
}: Drafting<DocumentRequest, Invoice> & {
  readonly status?: InvoicePatchInput['status']
}): Promise<AddedUpInvoice & { readonly found: DraftParts }> {
  const { transaction, origin } = drafting
  const fields = createFieldReader()
  const { content, found } = await draftDocument('invoice', { ...drafting, fields })
  if (origin.kind === 'present') await checkPaid(transaction, fields, { invoice: origin.document, content })
  const { rate, currency } = content
  const baseCurrency = transaction.books.currency
  checkRate(fields, { rate, currency, base: baseCurrency })
  // Without the missing rows the totals would be wrong.
  const addedUp = fields.faults.length > 0 ? undefined : addUpDocument(fields, content, baseCurrency)
  const event = status === 'DRAFT' ? 'draft' : 'save'
  if (origin.kind === 'present' && status && nextLife(origin.document.life, event) === undefined) {
    fields.refuse('status', 'INVALID_STATE', 'An approved invoice is no draft again.')
  }
  if (addedUp === undefined || fields.faults.length > 0) refuse(...fields.faults)
  return { ...addedUp, found }
}

/** Adds faults for a new customer or currency if the invoice has payments or a deposit. */
async function checkPaid(
  transaction: BooksTransaction,
  fields: FieldReader,
  { invoice, content }: { readonly invoice: Invoice; readonly content: DocumentContent },
): Promise<void> {
  const isOtherCurrency = content.currency.code !== invoice.currency.code
  const isOtherCustomer = content.customerId !== invoice.customerId
  if (!isOtherCurrency && !isOtherCustomer) return
  if (!(await invoiceWriter.keepsParty(transaction, invoice.id))) return
  if (isOtherCurrency) fields.refuse('currency', 'HAS_PAYMENTS', 'The invoice has payments in its currency.')
  if (isOtherCustomer)
    fields.refuse('customerId', 'HAS_PAYMENTS', 'The invoice has payments of its customer.')
}
