import { formatDecimal } from '@counterfoil/money/decimal'
import { randomId } from '@counterfoil/service/values/random'
import { sql } from 'kysely'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { countedNumberOf } from '#books/documents/document-number.ts'
import { type EnteredBooks, instantOn } from './demo-entries.ts'
import { DEPOSIT_PERCENTAGE, type PlannedEstimate } from './plan-estimates.ts'
import { baseOf, paidOf, type PlannedInvoice } from './plan-sales.ts'
import { insertRows, type NewRow } from './rows-store.ts'

const ANONYMOUS_ID_BYTES = 16

type EnteredEstimate = EnteredBooks['estimates'][number]
type EnteredInvoice = EnteredBooks['invoices'][number]

/** Writes the invoices and estimates of a business. Their entries have already been posted. */
export async function writeDocuments(entered: EnteredBooks): Promise<void> {
  const { trx } = entered.transaction
  const { titles, looks } = await readTitles(entered.transaction)
  const shared = (document: PlannedInvoice | PlannedEstimate, about: { id: string; at: Date }) => ({
    ...documentRow(entered, document, about),
    ...looks,
  })
  const estimates = entered.estimates.map((each) => ({
    ...{ ...shared(each.estimate, each), title: titles.estimate },
    ...estimateColumns(entered, each),
  }))
  await insertRows(trx, 'estimates', estimates)
  await writeLines(
    entered,
    'estimate',
    entered.estimates.map(({ id, estimate }) => ({ id, ...estimate })),
  )
  await insertRows(trx, 'estimate_payments', estimatePaymentRows(entered))
  await insertRows(trx, 'estimate_history', decisionRows(entered))

  const sources = new Map(entered.estimates.map((each) => [each.invoiceId, each] as const))
  const invoices = entered.invoices.map((each) => ({
    ...{ ...shared(each.invoice, each), title: titles.invoice },
    ...invoiceColumns(entered, each, sources.get(each.id)),
  }))
  await insertRows(trx, 'invoices', invoices)
  await writeLines(
    entered,
    'invoice',
    entered.invoices.map(({ id, invoice }) => ({ id, ...invoice })),
  )
  await insertRows(trx, 'invoice_payments', invoicePaymentRows(entered))
}

/** Reads the default titles of documents from the settings of the books. */
async function readTitles({ trx, books }: BooksTransaction) {
  const { rows } = await sql<{
    readonly titles: Record<'estimate' | 'invoice', string>
    readonly looks: NewRow
  }>`
    select json_build_object('invoice', invoice_title, 'estimate', estimate_title) as titles,
      json_build_object('item_title', item_title, 'unit_title', unit_title, 'price_title', price_title,
        'amount_title', amount_title, 'hide_amount', hide_amount, 'hide_description', hide_description,
        'hide_name', hide_name, 'hide_price', hide_price, 'hide_unit', hide_unit) as looks
    from book_settings where business_id = ${books.businessId}`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('The business has no books')
  return row
}

/** Returns the columns that invoices and estimates share. */
function documentRow(
  { transaction: { books }, catalogue }: EnteredBooks,
  document: PlannedEstimate | PlannedInvoice,
  { id, at }: { readonly id: string; readonly at: Date },
): NewRow {
  const { totals, discountPercentage: discount } = document
  return {
    business_id: books.businessId,
    id,
    anonymous_id: randomId(ANONYMOUS_ID_BYTES),
    customer_id: catalogue.customers[document.customer]?.id,
    currency_code: document.currency.code,
    exchange_rate: formatDecimal(document.rate),
    number_value: countedNumberOf(document.number),
    due_day: document.dueDay,
    life: document.life,
    disable_amex_payments: false,
    disable_bank_payments: false,
    disable_credit_card_payments: false,
    require_terms_of_service: false,
    discount_kind: discount === null ? null : 'PERCENTAGE',
    discount_percentage: discount === null ? null : formatDecimal(discount),
    discount_created_at: discount === null ? null : at,
    discount_modified_at: discount === null ? null : at,
    subtotal: totals.subtotalMinor,
    discount_total: totals.discountMinor,
    tax_total: totals.taxMinor,
    total: totals.totalMinor,
    approved_at: document.life === 'DRAFT' ? null : at,
    created_at: at,
  }
}

function estimateColumns(
  { transaction: { now } }: EnteredBooks,
  { estimate, at, invoiceId, depositMinor }: EnteredEstimate,
): NewRow {
  const { totals, life, undecided, decidedDay, paidDay } = estimate
  const lives = new Set([life, undecided])
  const isSent = lives.has('SENT') || lives.has('VIEWED')
  const asksDeposit = estimate.depositMinor !== 0n
  const lastDay = paidDay ?? decidedDay
  return {
    estimate_number: estimate.number,
    estimate_day: estimate.day,
    undecided,
    leave_notes_behind: false,
    deposit_status: asksDeposit ? 'ENABLED_OPTIONAL' : 'DISABLED',
    deposit_percentage: asksDeposit ? formatDecimal(DEPOSIT_PERCENTAGE) : null,
    deposit_total: estimate.depositMinor,
    paid: depositMinor,
    due: totals.totalMinor - depositMinor,
    invoice_id: invoiceId,
    last_sent_at: isSent ? at : null,
    last_sent_via: isSent ? 'MARKED_SENT' : null,
    last_viewed_at: lives.has('VIEWED') ? at : null,
    modified_at: lastDay === null ? at : instantOn(lastDay, now),
  }
}

function invoiceColumns(
  { transaction: { books, now }, entryIds }: EnteredBooks,
  { invoice, id, at, payments }: EnteredInvoice,
  source: EnteredEstimate | undefined,
): NewRow {
  const isSent = invoice.life === 'SENT' || invoice.life === 'VIEWED'
  const depositMinor = source?.depositMinor ?? 0n
  // The last payment is the last change of an invoice.
  const changedAtMs = payments.map(({ planned }) => instantOn(planned.day, now).getTime())
  return {
    invoice_number: invoice.number,
    invoice_day: invoice.day,
    total_base: baseOf({ base: books.currency }, invoice, invoice.totals.totalMinor),
    paid: paidOf(invoice),
    settled_base: payments.reduce((sum, { settled }) => sum + (settled?.baseSettledMinor ?? 0n), 0n),
    source_estimate_id: source?.id ?? null,
    deposit: depositMinor,
    deposit_base: depositMinor,
    entry_id: entryIds.get(`INVOICE ${id}`) ?? null,
    last_sent_at: isSent ? at : null,
    last_sent_via: isSent ? 'MARKED_SENT' : null,
    last_viewed_at: invoice.life === 'VIEWED' ? at : null,
    modified_at: new Date(Math.max(at.getTime(), ...changedAtMs)),
  }
}

/** Writes the lines of documents of one kind, and the taxes on each line. */
async function writeLines(
  { transaction: { trx, books }, catalogue, profile }: EnteredBooks,
  kind: 'estimate' | 'invoice',
  documents: readonly (Pick<PlannedInvoice, 'lines' | 'totals'> & { readonly id: string })[],
): Promise<void> {
  const items = documents.flatMap(({ id, lines, totals }) =>
    lines.map((line, position) => ({
      business_id: books.businessId,
      [`${kind}_id`]: id,
      position,
      id: BigInt(id) + BigInt(position),
      product_id: catalogue.products[line.product],
      account_id: catalogue.sales,
      description: profile.products[line.product]?.[1],
      quantity: formatDecimal(line.quantity),
      unit_price: formatDecimal(line.unitPrice),
      subtotal: totals.lines[position]?.subtotalMinor ?? 0n,
      discount_share: totals.lines[position]?.discountMinor ?? 0n,
      total: totals.lines[position]?.totalMinor ?? 0n,
    })),
  )
  await insertRows(trx, `${kind}_items`, items)
  const taxes = documents.flatMap(({ id, totals }) =>
    totals.lines.flatMap(({ taxesMinor }, item_position) =>
      taxesMinor.map((amount, position) => ({
        ...{ business_id: books.businessId, [`${kind}_id`]: id, item_position, position, amount },
        sales_tax_id: catalogue.taxes[position],
        is_compound: false,
        rate: profile.taxes[position]?.rate,
      })),
    ),
  )
  await insertRows(trx, `${kind}_item_taxes`, taxes)
}

function estimatePaymentRows({ transaction, catalogue, estimates, entryIds }: EnteredBooks): NewRow[] {
  return estimates.flatMap(({ estimate: { paidDay }, id, paymentId, depositMinor }) => {
    if (paidDay === null) return []
    const at = instantOn(paidDay, transaction.now)
    return [
      {
        business_id: transaction.books.businessId,
        id: paymentId,
        estimate_id: id,
        amount: depositMinor,
        // Demo estimates are in the currency of their business.
        amount_base: depositMinor,
        account_id: catalogue.bank,
        day: paidDay,
        method: 'BANK_TRANSFER',
        entry_id: entryIds.get(`ESTIMATE_PAYMENT ${paymentId}`) ?? null,
        created_at: at,
        modified_at: at,
      },
    ]
  })
}

/** Returns the decisions that customers made on the pages of their estimates. */
function decisionRows({ transaction, catalogue, estimates }: EnteredBooks): NewRow[] {
  const { businessId } = transaction.books
  return estimates.flatMap(({ estimate: { decidedDay, life, customer: place }, id }) => {
    const customer = catalogue.customers[place]
    if (decidedDay === null || customer === undefined) return []
    return [
      {
        ...{ business_id: businessId, estimate_id: id, position: 0 },
        state: life === 'REJECTED' ? 'REJECTED' : 'ACCEPTED',
        entity_type: 'CUSTOMER',
        entity_id: rowWireIdOf('Customer', { businessId, id: customer.id }),
        name: customer.name,
        email: customer.email,
        created_at: instantOn(decidedDay, transaction.now),
      },
    ]
  })
}

function invoicePaymentRows({ transaction, invoices, entryIds }: EnteredBooks): NewRow[] {
  return invoices.flatMap(({ id: invoice_id, payments }) =>
    payments.map(({ id, planned, facts, settled }) => {
      const at = instantOn(planned.day, transaction.now)
      return {
        ...{ business_id: transaction.books.businessId, id, invoice_id },
        amount: planned.amountMinor,
        exchange_rate: formatDecimal(planned.rate),
        day: planned.day,
        method: planned.origin === 'MANUAL' ? 'BANK_TRANSFER' : 'UNSPECIFIED',
        account_id: facts.account.id,
        origin: planned.origin,
        base_received: facts.baseReceivedMinor,
        base_settled: settled?.baseSettledMinor ?? 0n,
        entry_id: entryIds.get(`INVOICE_PAYMENT ${id}`) ?? null,
        created_at: at,
        modified_at: at,
      }
    }),
  )
}
