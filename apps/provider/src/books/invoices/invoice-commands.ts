import type { BooksTransaction, CommandAnswer, Written } from '#books/command.ts'
import { readDocumentRequest, UNCHANGED } from '#books/documents/document-request.ts'
import { findMethodFaults, sendDocument, type SendNeeds } from '#books/documents/document-sending.ts'
import {
  createFieldReader,
  inputFault,
  notFoundFault,
  type FieldReader,
  type InputFault,
} from '#books/input-faults.ts'
import {
  done,
  refused,
  runInBusiness,
  runOnRow,
  type CommandNeeds,
  type HasCommands,
} from '#books/row-command.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import { nextLife } from './invoice-life.ts'
import { draftInvoice, type InvoiceDrafting } from './invoice-drafting.ts'
import type { Invoice, InvoiceId } from './invoice.ts'
import type { InvoiceCreateInput, InvoicePatchInput, InvoicesCommands } from './invoices-schema.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import type { AddedUpInvoice, InvoiceWriter } from './invoice-writer-store.ts'

type Needs = CommandNeeds &
  SendNeeds & {
    readonly documentParts: DocumentPartsReader
    readonly invoiceWriter: InvoiceWriter
  }

export const invoiceCommands = {
  Mutation: {
    async invoiceCreate(_, { input }, context) {
      const fields = createFieldReader()
      const request = readRequest(fields, input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults: fields.faults,
        write: (transaction) =>
          written(draftingOf(context, transaction), async (drafting) => {
            const content = await draftInvoice(drafting, { request, origin: { kind: 'nothing' } })
            if (content === undefined) return undefined
            if (input.status !== 'SAVED') return drafting.invoices.insertDraft(transaction, content, null)
            await keepRate(drafting, content)
            return drafting.invoices.insertApproved(transaction, content, content.found)
          }),
      })
      return { ...answer, invoice: value }
    },

    async invoicePatch(_, { input }, context) {
      const fields = createFieldReader()
      const request = readRequest(fields, input)
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'id', sent: input.id, faults: fields.faults },
        (transaction, invoice) =>
          written(draftingOf(context, transaction), async (drafting) => {
            const lines = await drafting.invoices.findLines(transaction, invoice)
            const origin = { kind: 'present', document: invoice, lines } as const
            const content = await draftInvoice(drafting, { request, origin })
            const event = input.status === 'DRAFT' ? 'draft' : 'save'
            if (input.status && nextLife(invoice.life, event) === undefined) {
              drafting.fields.refuse('status', 'INVALID_STATE', 'An approved invoice is no draft again.')
            }
            if (content === undefined || drafting.fields.faults.length > 0) return undefined
            await change(drafting, invoice, content)
            if (input.status === 'SAVED' && invoice.life === 'DRAFT') await approve(drafting, invoice.id)
            return find(drafting, invoice.id)
          }),
      )
      return { ...answer, invoice: value }
    },

    async invoiceApprove(_, { input }, context) {
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [] },
        async (transaction, invoice) => {
          if (nextLife(invoice.life, 'approve') === undefined) {
            return refused(inputFault('invoiceId', 'INVALID_STATE', 'The invoice is approved already.'))
          }
          return written(draftingOf(context, transaction), async (drafting) => {
            await approve(drafting, invoice.id)
            return find(drafting, invoice.id)
          })
        },
      )
      return { ...answer, invoice: value }
    },

    async invoiceClone(_, { input }, context) {
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [] },
        (transaction, invoice) =>
          written(draftingOf(context, transaction), async (drafting) => {
            const lines = await drafting.invoices.findLines(transaction, invoice)
            const origin = { kind: 'model', document: invoice, lines } as const
            const content = await draftInvoice(drafting, { request: UNCHANGED, origin })
            return content && drafting.invoices.insertDraft(transaction, content, null)
          }),
      )
      return { ...answer, invoice: value }
    },

    async invoiceDelete(_, { input }, context) {
      const { invoiceWriter } = context
      const { didSucceed, inputErrors } = await runOnRow(context, {
        kind: 'Invoice',
        noun: 'Invoice',
        field: 'invoiceId',
        sent: input.invoiceId,
        faults: [],
        find: invoiceWriter.find,
        async write(transaction, invoice) {
          if (invoice.isDeleted) return done(invoice)
          if (await invoiceWriter.hasPayments(transaction, invoice.id)) {
            const message = 'The invoice has payments: delete them first.'
            return refused(inputFault('invoiceId', 'HAS_PAYMENTS', message))
          }
          await invoiceWriter.update(transaction, invoice.id, { deleted_at: transaction.now })
          await invoiceWriter.enter(transaction, invoice.id)
          return done(invoice)
        },
      })
      return { didSucceed, inputErrors }
    },

    async invoiceMarkSent(_, { input }, context) {
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: findMethodFaults('invoice', input.sendMethod) },
        async (transaction, invoice) => {
          const life = nextLife(invoice.life, input.sendMethod === 'SKIPPED' ? 'skip' : 'send')
          if (life === undefined) {
            return refused(inputFault('invoiceId', 'INVALID_STATE', 'A draft has to be approved first.'))
          }
          const sentAt = input.sentAt ?? transaction.now
          const sent = { life, last_sent_at: sentAt, last_sent_via: input.sendMethod }
          return done(await context.invoiceWriter.update(transaction, invoice.id, sent))
        },
      )
      return { ...answer, invoice: value }
    },

    async invoiceSend(_, { input }, context) {
      const fields = createFieldReader()
      const { draft, faults } = readMessageDraft({ ...input, attachesPdf: input.attachPDF }, fields)
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: [...fields.faults, ...faults] },
        async (transaction, invoice) => {
          const life = nextLife(invoice.life, 'send')
          if (life === undefined) {
            return refused(inputFault('invoiceId', 'INVALID_STATE', 'A draft has to be approved first.'))
          }
          const fault = await sendDocument(context, transaction, {
            noun: 'invoice',
            document: invoice,
            draft,
          })
          if (fault !== undefined) return refused(fault)
          const sent = { life, last_sent_at: transaction.now, last_sent_via: 'WAVE' }
          return done(await context.invoiceWriter.update(transaction, invoice.id, sent))
        },
      )
      return { ...answer, invoice: value }
    },
  },
} satisfies InvoicesCommands<Needs>

/** A command on an invoice that is there. */
export function runOnInvoice<Value>(
  context: HasCommands & Pick<Needs, 'invoiceWriter'>,
  asked: { readonly field: string; readonly sent: string; readonly faults: readonly InputFault[] },
  write: (transaction: BooksTransaction, invoice: Invoice) => Promise<Written<Value>>,
): Promise<CommandAnswer<Value>> {
  return runOnRow(context, {
    kind: 'Invoice',
    noun: 'Invoice',
    ...asked,
    find: context.invoiceWriter.find,
    write: async (transaction, invoice) =>
      invoice.isDeleted
        ? refused(notFoundFault(asked.field, 'Invoice', asked.sent))
        : write(transaction, invoice),
  })
}

function readRequest(fields: FieldReader, input: InvoiceCreateInput | InvoicePatchInput) {
  const { invoiceNumber: number, invoiceDate: day } = input
  return readDocumentRequest(fields, input, { noun: 'invoice', number, day })
}

function draftingOf(context: Needs, transaction: BooksTransaction): InvoiceDrafting {
  const { documentParts: parts, invoiceWriter: invoices } = context
  return { transaction, parts, invoices, fields: createFieldReader() }
}

/** The invoice that was written, or everything that is against it. */
async function written(
  drafting: InvoiceDrafting,
  write: (drafting: InvoiceDrafting) => Promise<Invoice | undefined>,
): Promise<Written<Invoice>> {
  const invoice = await write(drafting)
  const { faults } = drafting.fields
  return invoice === undefined || faults.length > 0 ? refused(...faults) : done(invoice)
}

async function find(
  { transaction, invoices }: Pick<InvoiceDrafting, 'invoices' | 'transaction'>,
  id: InvoiceId,
): Promise<Invoice> {
  const invoice = await invoices.find(transaction, id)
  if (invoice === null) throw new Error('An invoice that was written is not there')
  return invoice
}

/** From now on it counts in the books. */
async function approve(drafting: InvoiceDrafting, id: InvoiceId): Promise<void> {
  const { transaction, invoices } = drafting
  const invoice = await invoices.update(transaction, id, { life: 'SAVED', approved_at: transaction.now })
  await invoices.applyDeposit(transaction, invoice)
  await keepRate(drafting, invoice)
  await invoices.enter(transaction, id)
}

async function change(
  { transaction, invoices, parts }: InvoiceDrafting,
  invoice: Invoice,
  content: AddedUpInvoice,
): Promise<void> {
  await invoices.rewrite(transaction, invoice.id, content)
  if (invoice.life === 'DRAFT') return
  await keepRate({ transaction, parts }, content)
  await invoices.enter(transaction, invoice.id)
}

function keepRate(
  { transaction, parts }: Pick<InvoiceDrafting, 'parts' | 'transaction'>,
  { currency, day, rate }: Pick<Invoice, 'currency' | 'day' | 'rate'>,
): Promise<void> {
  return parts.keepRate(transaction, { currencyCode: currency.code, day, rate })
}
