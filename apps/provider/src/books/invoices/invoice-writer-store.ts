import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { DraftParts } from '#books/documents/document-parts-store.ts'
import type { AddedUp, DocumentContent } from '#books/documents/document-validation.ts'
import { createDocumentWriter } from '#books/documents/document-writer-store.ts'
import { systemAccount } from '#books/ledger/ledger-store.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import { enterInvoice, entryOfNewInvoice } from '#books/receivables/receivable-store.ts'
import { nextRowId } from '#books/row-store.ts'
import { INVOICES } from './invoice-store.ts'
import type { Invoice, InvoiceId } from './invoice.ts'

export type AddedUpInvoice = AddedUp<DocumentContent>

/** The paid deposit of an estimate, which is applied to its invoice on approval. */
export type AppliedDeposit = {
  readonly estimateId: RowId<'Estimate'>
  /** The deposit in the currency of the invoice; `baseMinor` is its value in the currency of the business. */
  readonly amountMinor: bigint
  readonly baseMinor: bigint
}

const writer = createDocumentWriter(INVOICES)

/** Writes invoices inside the transaction of a command. */
export const invoiceWriter = {
  ...writer,
  hasPayments,
  keepsParty,
  insertDraft,
  insertApproved,
  rewrite: (transaction: BooksTransaction, id: InvoiceId, content: AddedUpInvoice): Promise<Invoice> =>
    writer.rewrite(transaction, id, { content, own: baseColumnOf(transaction, content) }),
  applyDeposit,
  releaseDeposit,
  keepDeposit,
  enter: enterInvoice,
}

function insertDraft(
  transaction: BooksTransaction,
  content: AddedUpInvoice,
  deposit: AppliedDeposit | null,
): Promise<Invoice> {
  return writer.insert(transaction, {
    content,
    own: {
      ...baseColumnOf(transaction, content),
      life: 'DRAFT',
      source_estimate_id: deposit?.estimateId ?? null,
      deposit: (deposit?.amountMinor ?? 0n).toString(),
      deposit_base: (deposit?.baseMinor ?? 0n).toString(),
    },
  })
}

/** Inserts an approved invoice and posts its entry. */
async function insertApproved(
  transaction: BooksTransaction,
  content: AddedUpInvoice,
  { id, taxes, accounts }: DraftParts,
): Promise<Invoice> {
  const { lines, lineTotals } = content
  const facts = {
    ...content,
    invoiceId: id as InvoiceId,
    invoiceNumber: content.number,
    incomes: lines.map(({ accountId }, index) => ({
      accountId,
      amountMinor: lineTotals[index]?.subtotalMinor ?? 0n,
    })),
    taxes: lines.flatMap((line, index) =>
      line.taxes.flatMap(({ salesTaxId }, place) => {
        const tax = taxes.get(salesTaxId)
        const amountMinor = lineTotals[index]?.taxesMinor[place] ?? 0n
        return tax === undefined ? [] : [{ accountId: tax.accountId, amountMinor }]
      }),
    ),
  }
  const entry = await entryOfNewInvoice(transaction, facts, accounts)
  return writer.insert(transaction, {
    content,
    id: sql`${id}::bigint`,
    entry,
    own: { ...baseColumnOf(transaction, content), life: 'SAVED', approved_at: transaction.now },
  })
}

async function hasPayments({ trx, books }: BooksTransaction, id: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoice_payments
    where business_id = ${books.businessId} and invoice_id = ${id}::bigint and deleted_at is null limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Returns true if currency and customer must stay: the invoice has payments or the deposit of an estimate. */
async function keepsParty({ trx, books }: BooksTransaction, id: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices i where i.business_id = ${books.businessId} and i.id = ${id}::bigint and (i.deposit > 0 or exists (
      select 1 from invoice_payments p
      where p.business_id = i.business_id and p.invoice_id = i.id and p.deleted_at is null))`.execute(trx)
  return rows.length > 0
}

/** Records the deposit of an invoice's estimate as a payment of the invoice, at most its total. */
async function applyDeposit(transaction: BooksTransaction, invoice: Invoice): Promise<void> {
  const { trx, books, now } = transaction
  if (invoice.sourceEstimateId === null) return
  const account = await systemAccount(transaction, `CREDITS:${invoice.currency.code}`)
  await sql`
    insert into invoice_payments (business_id, id, invoice_id, amount, exchange_rate, account_id, day, method, origin,
      base_received, created_at, modified_at)
    select business_id, ${nextRowId('invoice_payments', transaction)}, id, least(deposit, total), exchange_rate,
      ${account}::bigint, invoice_day, 'UNSPECIFIED', 'ESTIMATE_DEPOSIT',
      round(deposit_base::numeric * least(deposit, total) / deposit), ${now}, ${now}
    from invoices
    where business_id = ${books.businessId} and id = ${invoice.id}::bigint and deposit > 0 and total > 0`.execute(
    trx,
  )
}

/** Records that the deposit was removed from an approved invoice and is the customer's credit again. */
async function releaseDeposit({ trx, books }: BooksTransaction, id: InvoiceId): Promise<void> {
  await sql`
    update invoices set deposit = 0, deposit_base = 0
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
}

/** Stores the paid deposit of an estimate on the draft invoice that was made from it. */
async function keepDeposit(
  { trx, books, now }: BooksTransaction,
  { estimateId, amountMinor, baseMinor }: AppliedDeposit,
): Promise<void> {
  await sql`
    update invoices set deposit = ${amountMinor.toString()}::bigint, deposit_base = ${baseMinor.toString()}::bigint,
      modified_at = ${now}
    where business_id = ${books.businessId} and source_estimate_id = ${estimateId}::bigint and life = 'DRAFT'
      and deleted_at is null`.execute(trx)
}

function baseColumnOf({ books }: BooksTransaction, { rate, currency, totalMinor }: AddedUpInvoice) {
  const exchanged = exchangeMinor({ currency, rate, baseCurrency: books.currency }, totalMinor)
  return { total_base: exchanged.toString() }
}
