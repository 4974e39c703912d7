import type { BooksTransaction, CommandAnswer, Written } from '#books/command.ts'
import { readDocumentRequest } from '#books/documents/document-request.ts'
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
import { completeChange, completeClone, completeNewInvoice, type Completion } from './invoice-completion.ts'
import { nextLife } from './invoice-life.ts'
import type { AddedUpInvoice, Invoice, InvoiceId } from './invoice.ts'
import type {
  InvoiceCreateInput,
  InvoiceMarkSentInput,
  InvoicePatchInput,
  InvoicesCommands,
} from './invoices-schema.ts'
import type { DocumentPartsReader } from '#books/documents/document-parts-store.ts'
import type { InvoiceWriter } from './invoice-write-store.ts'

type Needs = CommandNeeds & {
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
          written(completionOf(context, transaction), async (completion) => {
            const content = await completeNewInvoice(completion, request)
            if (content === undefined) return undefined
            if (input.status !== 'SAVED') return completion.invoices.insertDraft(transaction, content, null)
            await keepRate(completion, content)
            return completion.invoices.insertApproved(transaction, content, content.found)
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
          written(completionOf(context, transaction), async (completion) => {
            const content = await completeChange(completion, invoice, request)
            const event = input.status === 'DRAFT' ? 'draft' : 'save'
            if (input.status && nextLife(invoice.life, event) === undefined) {
              completion.fields.refuse('status', 'INVALID_STATE', 'An approved invoice is no draft again.')
            }
            if (content === undefined || completion.fields.faults.length > 0) return undefined
            await change(completion, invoice, content)
            if (input.status === 'SAVED' && invoice.life === 'DRAFT') await approve(completion, invoice.id)
            return find(completion, invoice.id)
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
          return written(completionOf(context, transaction), async (completion) => {
            await approve(completion, invoice.id)
            return find(completion, invoice.id)
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
          written(completionOf(context, transaction), async (completion) => {
            const content = await completeClone(completion, invoice)
            return content && completion.invoices.insertDraft(transaction, content, null)
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
          await invoiceWriter.markDeleted(transaction, invoice.id)
          await invoiceWriter.enter(transaction, invoice.id)
          return done(invoice)
        },
      })
      return { didSucceed, inputErrors }
    },

    async invoiceMarkSent(_, { input }, context) {
      const { value, ...answer } = await runOnInvoice(
        context,
        { field: 'invoiceId', sent: input.invoiceId, faults: findMethodFaults(input) },
        async (transaction, invoice) => {
          const life = nextLife(invoice.life, input.sendMethod === 'SKIPPED' ? 'skip' : 'send')
          if (life === undefined) {
            return refused(inputFault('invoiceId', 'INVALID_STATE', 'A draft has to be approved first.'))
          }
          const sentAt = input.sentAt ?? transaction.now
          await context.invoiceWriter.updateLife(transaction, invoice.id, {
            life,
            sentAt,
            sentVia: input.sendMethod,
          })
          return done(await find({ transaction, invoices: context.invoiceWriter }, invoice.id))
        },
      )
      return { ...answer, invoice: value }
    },
  },
} satisfies { readonly Mutation: Omit<InvoicesCommands<Needs>['Mutation'], 'invoiceSend'> }

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

function completionOf(context: Needs, transaction: BooksTransaction): Completion {
  const { documentParts: parts, invoiceWriter: invoices } = context
  return { transaction, parts, invoices, fields: createFieldReader() }
}

/** The invoice that was written, or everything that is against it. */
async function written(
  completion: Completion,
  write: (completion: Completion) => Promise<Invoice | undefined>,
): Promise<Written<Invoice>> {
  const invoice = await write(completion)
  const { faults } = completion.fields
  return invoice === undefined || faults.length > 0 ? refused(...faults) : done(invoice)
}

async function find(
  { transaction, invoices }: Pick<Completion, 'invoices' | 'transaction'>,
  id: InvoiceId,
): Promise<Invoice> {
  const invoice = await invoices.find(transaction, id)
  if (invoice === null) throw new Error('An invoice that was written is not there')
  return invoice
}

/** From now on it counts in the books. */
async function approve(completion: Completion, id: InvoiceId): Promise<void> {
  const { transaction, invoices } = completion
  const invoice = await find(completion, id)
  await invoices.updateLife(transaction, id, { life: 'SAVED', approves: true })
  await invoices.applyDeposit(transaction, invoice)
  await keepRate(completion, invoice)
  await invoices.enter(transaction, id)
}

async function change(
  { transaction, invoices, parts }: Completion,
  invoice: Invoice,
  content: AddedUpInvoice,
): Promise<void> {
  await invoices.update(transaction, { ...content, id: invoice.id })
  if (invoice.life === 'DRAFT') return
  await keepRate({ transaction, parts }, content)
  await invoices.enter(transaction, invoice.id)
}

function keepRate(
  { transaction, parts }: Pick<Completion, 'parts' | 'transaction'>,
  { currency, invoiceDate, rate }: Pick<Invoice, 'currency' | 'invoiceDate' | 'rate'>,
): Promise<void> {
  return parts.keepRate(transaction, { currencyCode: currency.code, day: invoiceDate, rate })
}

function findMethodFaults({ sendMethod }: InvoiceMarkSentInput): readonly InputFault[] {
  return sendMethod === 'NOT_SENT'
    ? [inputFault('sendMethod', 'INVALID', 'NOT_SENT is no way to send an invoice.')]
    : []
}
