import { formatDecimal } from '@counterfoil/money/decimal'
import { randomId } from '@counterfoil/service/values/random'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { countedNumberOf } from '#books/documents/document-number.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import type { Books } from '#books/open-books.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { buildInvoiceEntry, type InvoiceFacts } from '#books/receivables/invoice-entry.ts'
import { settlePayments } from '#books/receivables/settlement.ts'
import { createdAt, idsFrom, instantOn } from './demo-instants.ts'
import { writeDocumentLines } from './demo-lines-store.ts'
import { systemAccountIn } from './demo-catalogue-store.ts'
import type { EnteredBooks, EnteredEstimate, EnteredInvoice, WrittenCatalogue } from './entered-books.ts'
import { baseOf, paidOf, type PlannedInvoice } from './plan-sales.ts'

const ANONYMOUS_ID_BYTES = 16

/** Works out what the invoices of a plan and their payments enter. */
export async function enterInvoices(
  transaction: BooksTransaction,
  invoices: readonly PlannedInvoice[],
  written: WrittenCatalogue,
): Promise<readonly EnteredInvoice[]> {
  const { books } = transaction
  const system = (key: SystemAccountKey) => systemAccountIn(transaction, written, key)
  const gainAccountId = await system('FX_GAIN')
  const lossAccountId = await system('FX_LOSS')
  const discounts = await system('DISCOUNTS')
  const receivables = new Map<string, RowId<'Account'>>()
  const credits = new Map<string, RowId<'Account'>>()
  for (const code of new Set(invoices.map(({ currency }) => currency.code))) {
    receivables.set(code, await system(`RECEIVABLE:${code}`))
    credits.set(code, await system(`CREDITS:${code}`))
  }
  const account = (accounts: ReadonlyMap<string, RowId<'Account'>>, key: string) =>
    accounts.get(key) ?? written.bank
  return invoices.map((invoice, index) => {
    const at = createdAt(invoice, index, transaction.now)
    const [id = '' as RowId<'Invoice'>] = idsFrom<RowId<'Invoice'>>(at, 1)
    const paymentIds = idsFrom<RowId<'InvoicePayment'>>(at, invoice.payments.length)
    const facts: InvoiceFacts = {
      invoiceId: id,
      invoiceNumber: invoice.number,
      customerId: written.customers[invoice.customer] ?? ('' as RowId<'Customer'>),
      day: invoice.day,
      currency: invoice.currency,
      rate: invoice.rate,
      baseCurrency: books.currency,
      locale: books.locale,
      totalMinor: invoice.totals.totalMinor,
      receivableAccountId: account(receivables, invoice.currency.code),
      charged: chargedOf(invoice, written, discounts),
    }
    const payments = invoice.payments.map((payment, at_) => ({
      paymentId: paymentIds[at_] ?? ('' as RowId<'InvoicePayment'>),
      day: payment.day,
      amountMinor: payment.amountMinor,
      baseReceivedMinor: receivedOf(books, invoice, payment),
      account:
        payment.origin === 'MANUAL'
          ? { id: written.bank, currency: books.currency }
          : { id: account(credits, invoice.currency.code), currency: invoice.currency },
      origin: payment.origin,
    }))
    const accounts = {
      gainAccountId,
      lossAccountId,
      creditsAccountId: account(credits, invoice.currency.code),
    }
    const counts = invoice.life !== 'DRAFT'
    return {
      ...{ invoice, id, paymentIds },
      entry: counts ? buildInvoiceEntry(facts) : null,
      settled: counts ? settlePayments(facts, payments, accounts) : [],
    }
  })
}

function receivedOf(
  { currency: base }: Books,
  { currency }: PlannedInvoice,
  payment: PlannedInvoice['payments'][number],
) {
  return baseOf({ base }, { currency, rate: payment.rate }, payment.amountMinor)
}

function chargedOf(
  { totals, lines }: PlannedInvoice,
  written: WrittenCatalogue,
  discounts: RowId<'Account'>,
): InvoiceFacts['charged'] {
  const sales = written.accounts.get('Sales') ?? written.bank
  const taxed = totals.lines[0]?.taxesMinor.length ?? 0
  const tax = (index: number) => totals.lines.reduce((sum, line) => sum + (line.taxesMinor[index] ?? 0n), 0n)
  const taxAccounts = [...written.accounts].filter(([name]) => name.startsWith('TAX:')).map(([, id]) => id)
  return [
    ...(lines.length === 0 ? [] : [{ accountId: sales, amountMinor: totals.subtotalMinor }]),
    ...(totals.discountMinor === 0n ? [] : [{ accountId: discounts, amountMinor: -totals.discountMinor }]),
    ...taxAccounts.slice(0, taxed).map((accountId, index) => ({ accountId, amountMinor: tax(index) })),
  ]
}

/** Writes invoices whose entries stand already, of any number of books. */
export async function writeInvoices(
  trx: DatabaseTransaction,
  entered: readonly EnteredBooks[],
): Promise<void> {
  const rows = entered.flatMap((books) => {
    const sources = new Map(books.estimates.map((each) => [each.invoiceId, each] as const))
    return books.invoices.map((each, index) =>
      invoiceRow(each, books, { index, source: sources.get(each.id) }),
    )
  })
  await sql`
    insert into invoices (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, invoice_number,
      number_value, invoice_day, due_day, life, title, item_title, unit_title, price_title, amount_title, hide_amount,
      hide_description, hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments,
      disable_credit_card_payments, require_terms_of_service, discount_kind, discount_percentage, discount_created_at,
      discount_modified_at, subtotal, discount_total, tax_total, total, total_base, paid, settled_base, entry_id,
      source_estimate_id, deposit, deposit_base, approved_at, last_sent_at, last_sent_via, last_viewed_at, created_at, modified_at)
    select s.business_id, r.id, r.anonymous_id, r.customer_id, r.currency_code, r.exchange_rate, r.invoice_number,
      r.number_value, r.invoice_day, r.due_day, r.life, s.invoice_title, s.item_title, s.unit_title, s.price_title,
      s.amount_title, s.hide_amount, s.hide_description, s.hide_name, s.hide_price, s.hide_unit, false, false, false,
      false, case when r.discount_percentage is not null then 'PERCENTAGE' end, r.discount_percentage,
      case when r.discount_percentage is not null then r.created_at end,
      case when r.discount_percentage is not null then r.created_at end, r.subtotal, r.discount_total, r.tax_total,
      r.total, r.total_base, r.paid, r.settled_base, r.entry_id, r.source_estimate_id, r.deposit, r.deposit, r.approved_at, r.last_sent_at, r.last_sent_via,
      r.last_viewed_at, r.created_at, r.modified_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, anonymous_id text,
      customer_id bigint, currency_code text, exchange_rate numeric, invoice_number text, number_value numeric,
      invoice_day date, due_day date, life text, discount_percentage numeric, subtotal bigint, discount_total bigint,
      tax_total bigint, total bigint, total_base bigint, paid bigint, settled_base bigint, entry_id bigint, source_estimate_id bigint, deposit bigint,
      approved_at timestamptz, last_sent_at timestamptz, last_sent_via text, last_viewed_at timestamptz,
      created_at timestamptz, modified_at timestamptz)
    join book_settings s on s.business_id = r.business_id`.execute(trx)
  const lines = entered.map(({ transaction: { books }, written, invoices }) => ({
    ...{ books, written },
    documents: invoices.map(({ id, invoice: { lines, totals } }) => ({ id, lines, totals })),
  }))
  await writeDocumentLines(trx, 'invoice', lines)
  await writePayments(trx, entered.flatMap(paymentRows))
}

function invoiceRow(
  { invoice, id, settled }: EnteredInvoice,
  { transaction: { books, now }, written, entryIds }: EnteredBooks,
  { index, source }: { readonly index: number; readonly source: EnteredEstimate | undefined },
) {
  const { totals, life } = invoice
  const created = createdAt(invoice, index, now).toISOString()
  const isApproved = life !== 'DRAFT'
  return {
    ...{ business_id: books.businessId, id },
    anonymous_id: randomId(ANONYMOUS_ID_BYTES),
    customer_id: written.customers[invoice.customer],
    currency_code: invoice.currency.code,
    exchange_rate: formatDecimal(invoice.rate),
    invoice_number: invoice.number,
    number_value: countedNumberOf(invoice.number)?.toString() ?? null,
    ...{ invoice_day: invoice.day, due_day: invoice.dueDay, life },
    discount_percentage:
      invoice.discountPercentage === null ? null : formatDecimal(invoice.discountPercentage),
    subtotal: totals.subtotalMinor.toString(),
    discount_total: totals.discountMinor.toString(),
    tax_total: totals.taxMinor.toString(),
    total: totals.totalMinor.toString(),
    total_base: baseOf({ base: books.currency }, invoice, totals.totalMinor).toString(),
    paid: paidOf(invoice).toString(),
    settled_base: settled.reduce((sum, { baseSettledMinor }) => sum + baseSettledMinor, 0n).toString(),
    source_estimate_id: source?.id ?? null,
    deposit: (source?.depositMinor ?? 0n).toString(),
    entry_id: entryIds.get(`INVOICE ${id}`) ?? null,
    approved_at: isApproved ? created : null,
    last_sent_at: life === 'SENT' || life === 'VIEWED' ? created : null,
    last_sent_via: life === 'SENT' || life === 'VIEWED' ? 'MARKED_SENT' : null,
    last_viewed_at: life === 'VIEWED' ? created : null,
    created_at: created,
    // A payment changes its invoice.
    modified_at: latestOf([created, ...invoice.payments.map(({ day }) => instantOn(day, now).toISOString())]),
  }
}

function latestOf(instants: readonly string[]): string {
  return instants.reduce((latest, instant) => (instant > latest ? instant : latest))
}

function paymentRows({ transaction: { books, now }, written, invoices, entryIds }: EnteredBooks) {
  return invoices.flatMap(({ invoice, id, paymentIds, settled }) =>
    invoice.payments.map((payment, index) => {
      return {
        ...{ business_id: books.businessId, id: paymentIds[index], invoice_id: id },
        amount: payment.amountMinor.toString(),
        exchange_rate: formatDecimal(payment.rate),
        day: payment.day,
        ...(payment.origin === 'MANUAL'
          ? { method: 'BANK_TRANSFER', account_id: written.bank }
          : { method: 'UNSPECIFIED', account_id: written.accounts.get('Customer Credits') }),
        origin: payment.origin,
        base_received: receivedOf(books, invoice, payment).toString(),
        base_settled: (settled[index]?.baseSettledMinor ?? 0n).toString(),
        entry_id: entryIds.get(`INVOICE_PAYMENT ${paymentIds[index] ?? ''}`) ?? null,
        created_at: instantOn(payment.day, now).toISOString(),
      }
    }),
  )
}

async function writePayments(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof paymentRows>[number][],
): Promise<void> {
  await sql`
    insert into invoice_payments (business_id, id, invoice_id, amount, exchange_rate, account_id, day, method, origin,
      base_received, base_settled, entry_id, created_at, modified_at)
    select r.business_id, r.id, r.invoice_id, r.amount, r.exchange_rate, r.account_id, r.day, r.method,
      r.origin, r.base_received, r.base_settled, r.entry_id, r.created_at, r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, invoice_id bigint, amount bigint,
      exchange_rate numeric, account_id bigint, day date, method text, origin text, base_received bigint, base_settled bigint, entry_id bigint,
      created_at timestamptz)`.execute(trx)
}
