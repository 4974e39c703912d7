import { randomId } from '@counterfoil/service/values/random'
import { sql, type RawBuilder } from 'kysely'
import { documentColumnsOf } from '#books/documents/document-columns.ts'
import { lineAsWritten, type DocumentLineContent } from '#books/documents/document-lines.ts'
import { findItemTaxes, lineInserts, writeDocumentLines } from '#books/documents/document-lines-store.ts'
import { largestNumberOf } from '#books/documents/document-parts-store.ts'
import type { NewInvoiceParts } from '#books/documents/document-parts.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { entryInserts, systemAccount } from '#books/ledger/ledger-store.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import { enterInvoice, entryOfNewInvoice } from '#books/receivables/receivable-store.ts'
import { keyOf } from '#books/row-reader.ts'
import { nextRowId, onlyRow } from '#books/row-store.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import type { InvoiceLife } from './invoice-life.ts'
import { findItems } from './invoice-store.ts'
import { INVOICE_COLUMNS, readInvoiceRow, type InvoiceRow } from './invoice-row.ts'
import type { AddedUpInvoice, Invoice, InvoiceId } from './invoice.ts'
import type { RowId } from '#books/book-ids.ts'

/** What was paid of an estimate, put to its invoice when that is approved. */
export type AppliedDeposit = {
  readonly estimateId: RowId<'Estimate'>
  /** In the currency of the invoice, and what that was worth in the currency of the business. */
  readonly amountMinor: bigint
  readonly baseMinor: bigint
}

/** 128 bits: nobody finds the page of an invoice without being given it. */
const ANONYMOUS_ID_BYTES = 16

/** Writes invoices, inside a command. */
export const invoiceWriter = {
  find: findInvoice,
  /** The lines of an invoice as they were written. */
  async findLines({ trx }: BooksTransaction, invoice: Invoice): Promise<readonly DocumentLineContent[]> {
    const items = (await findItems(trx, [invoice])).get(keyOf(invoice)) ?? []
    const taxes = await findItemTaxes(trx, 'invoice', items)
    return items.map((item) => lineAsWritten(item, taxes.get(keyOf(item))))
  },
  findLargestNumber,
  isNumberTaken,
  hasPayments,
  keepsParty,
  insertDraft,
  insertApproved,
  update: updateInvoice,
  updateLife,
  applyDeposit,
  releaseDeposit,
  keepDeposit,
  markDeleted,
  enter: enterInvoice,
}

/** One that was deleted too; null for an id that these books do not have. */
async function findInvoice(transaction: BooksTransaction, id: InvoiceId): Promise<Invoice | null> {
  const { trx, books } = transaction
  const { rows } = await sql<InvoiceRow>`
    select ${sql.raw(INVOICE_COLUMNS)} from invoices i
    where i.business_id = ${books.businessId} and i.id = ${id}::bigint`.execute(trx)
  return rows[0] === undefined ? null : readInvoiceRow(rows[0], books, transaction.today)
}

/** The number that counts as most among invoices that are there or once were approved; undefined while none counts. */
async function findLargestNumber({ trx, books }: BooksTransaction): Promise<string | undefined> {
  const { rows } = await largestNumberOf(books, 'invoice').execute(trx)
  return rows[0]?.number
}

/** Whether an invoice has the number, other than the one with the id `except`. */
async function isNumberTaken(
  { trx, books }: BooksTransaction,
  { number, except }: { readonly number: string; readonly except: InvoiceId | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices where business_id = ${books.businessId} and deleted_at is null
      and invoice_number = ${number} and id is distinct from ${except}::bigint`.execute(trx)
  return rows.length > 0
}

function insertDraft(
  transaction: BooksTransaction,
  content: AddedUpInvoice,
  deposit: AppliedDeposit | null,
): Promise<Invoice> {
  return insertInvoice(transaction, content, {
    id: nextRowId('invoices', transaction),
    life: 'DRAFT',
    source_estimate_id: deposit?.estimateId ?? null,
    deposit: (deposit?.amountMinor ?? 0n).toString(),
    deposit_base: (deposit?.baseMinor ?? 0n).toString(),
  })
}

/** Writes a new invoice that is approved, and enters it in the books. */
async function insertApproved(
  transaction: BooksTransaction,
  content: AddedUpInvoice,
  { id, taxes, accounts }: NewInvoiceParts,
): Promise<Invoice> {
  const { lines, lineTotals } = content
  const facts = {
    ...content,
    invoiceId: id,
    day: content.invoiceDate,
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
  return insertInvoice(transaction, content, {
    id: sql`${id}::bigint`,
    life: 'SAVED',
    approved_at: transaction.now,
    entry,
  })
}

/** Writes a new invoice, its lines and what it enters in the books, in one statement. */
async function insertInvoice(
  transaction: BooksTransaction,
  content: AddedUpInvoice,
  {
    id,
    entry = null,
    ...own
  }: {
    readonly id: RawBuilder<unknown>
    readonly life: InvoiceLife
    readonly entry?: Entry | null
  } & Readonly<Record<string, unknown>>,
): Promise<Invoice> {
  const { trx, books, now } = transaction
  const columns = {
    ...columnsOf(transaction, content),
    ...own,
    business_id: books.businessId,
    anonymous_id: randomId(ANONYMOUS_ID_BYTES),
    entry_id: entry === null ? null : sql`(select id from first_entry)`,
    created_at: now,
  }
  const entered = entry === null ? sql`` : sql`${entryInserts(transaction, [entry])},`
  const { items, taxes } = lineInserts(transaction, 'invoice', {
    ...content,
    id: sql`(select id from start)`,
  })
  const { rows } = await sql<InvoiceRow>`
    with ${entered} start as (select ${id} as id), items as (${items}), taxes as (${taxes}), written as (
      insert into invoices (id, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      values ((select id from start), ${sql.join(Object.values(columns))})
      returning *
    )
    select ${sql.raw(INVOICE_COLUMNS)} from written i`.execute(trx)
  return readInvoiceRow(onlyRow(rows), books, transaction.today)
}

/** Writes all of an invoice again, its lines too. */
async function updateInvoice(
  transaction: BooksTransaction,
  content: AddedUpInvoice & { readonly id: InvoiceId },
): Promise<void> {
  const { trx, books } = transaction
  await sql`
    update invoices set ${assignments(columnsOf(transaction, content))}
    where business_id = ${books.businessId} and id = ${content.id}::bigint`.execute(trx)
  await sql`
    delete from invoice_items where business_id = ${books.businessId} and invoice_id = ${content.id}::bigint`.execute(
    trx,
  )
  await writeDocumentLines(transaction, 'invoice', content)
}

/** Notes how far an invoice came, and how it was sent. */
async function updateLife(
  { trx, books, now }: BooksTransaction,
  id: InvoiceId,
  change: {
    readonly life: InvoiceLife
    readonly approves?: boolean
    readonly sentAt?: Date
    readonly sentVia?: DocumentSendMethod
  },
): Promise<void> {
  await sql`
    update invoices set ${assignments({
      life: change.life,
      approved_at: change.approves === true ? now : undefined,
      last_sent_at: change.sentAt,
      last_sent_via: change.sentVia,
      modified_at: now,
    })}
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
}

async function hasPayments({ trx, books }: BooksTransaction, id: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoice_payments
    where business_id = ${books.businessId} and invoice_id = ${id}::bigint and deleted_at is null limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** True if its currency and customer stay: it has payments, or a deposit of its estimate was put to it or waits there. */
async function keepsParty({ trx, books }: BooksTransaction, id: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices i where i.business_id = ${books.businessId} and i.id = ${id}::bigint and (i.deposit > 0 or exists (
      select 1 from invoice_payments p
      where p.business_id = i.business_id and p.invoice_id = i.id and p.deleted_at is null))`.execute(trx)
  return rows.length > 0
}

/** Records the deposit of the estimate it was made of as a payment, up to its total. */
async function applyDeposit(transaction: BooksTransaction, invoice: Invoice): Promise<void> {
  const { trx, books, now } = transaction
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

/** Notes that the deposit was taken off an approved invoice: it is the customer's credit again. */
async function releaseDeposit({ trx, books }: BooksTransaction, id: InvoiceId): Promise<void> {
  await sql`
    update invoices set deposit = 0, deposit_base = 0
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
}

/** Writes on a draft what was paid of the estimate that it was made of. */
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

async function markDeleted({ trx, books, now }: BooksTransaction, id: InvoiceId): Promise<void> {
  await sql`
    update invoices set deleted_at = ${now}, modified_at = ${now}
    where business_id = ${books.businessId} and id = ${id}::bigint and deleted_at is null`.execute(trx)
}

function columnsOf({ books, now }: BooksTransaction, content: AddedUpInvoice) {
  const { rate, currency, totalMinor } = content
  const exchanged = exchangeMinor({ currency, rate, baseCurrency: books.currency }, totalMinor)
  return {
    ...documentColumnsOf(content, content.invoiceNumber),
    invoice_number: content.invoiceNumber,
    invoice_day: content.invoiceDate,
    total_base: exchanged.toString(),
    modified_at: now,
  }
}

/** For `update … set`; a column whose value is undefined stays as it is. */
function assignments(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return sql.join(given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

export type InvoiceWriter = typeof invoiceWriter
