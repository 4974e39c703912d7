import { formatDecimal } from '@counterfoil/money/decimal'
import { randomId } from '@counterfoil/service/values/random'
import { sql } from 'kysely'
import { rowWireIdOf, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { countedNumberOf } from '#books/documents/document-number.ts'
import { buildDepositEntry } from '#books/estimates/deposit-entry.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { createdAt, idsFrom, instantOn } from './demo-instants.ts'
import { writeDocumentLines } from './demo-lines-store.ts'
import { systemAccountIn } from './demo-catalogue-store.ts'
import type { EnteredBooks, EnteredEstimate, WrittenCatalogue } from './entered-books.ts'
import { DEPOSIT_PERCENTAGE, type PlannedEstimate } from './plan-estimates.ts'

const ANONYMOUS_ID_BYTES = 16

/** Works out what was paid ahead for the estimates of a plan. */
export async function enterEstimates(
  transaction: BooksTransaction,
  estimates: readonly PlannedEstimate[],
  {
    written,
    invoices,
  }: { readonly written: WrittenCatalogue; readonly invoices: readonly { readonly id: RowId<'Invoice'> }[] },
): Promise<readonly EnteredEstimate[]> {
  const { books, now } = transaction
  const creditsAccountId = await systemAccountIn(transaction, written, `CREDITS:${books.currency.code}`)
  return estimates.map((estimate, index) => {
    const { number, customer, currency, rate, paidDay, depositMinor } = estimate
    const at = createdAt(estimate, index, now)
    const [id = '' as RowId<'Estimate'>] = idsFrom<RowId<'Estimate'>>(at, 1)
    const [paymentId = '' as RowId<'EstimatePayment'>] = idsFrom<RowId<'EstimatePayment'>>(at, 1)
    const customerId = written.customers[customer] ?? ('' as RowId<'Customer'>)
    const paid = paidDay === null ? [] : [{ day: paidDay, amountMinor: depositMinor }]
    return {
      ...{ estimate, id, paymentId, createdAt: at },
      invoiceId: estimate.invoice === null ? null : (invoices[estimate.invoice]?.id ?? null),
      depositMinor: paidDay === null ? 0n : depositMinor,
      entries: paid.map((payment) =>
        buildDepositEntry({
          ...{ ...payment, paymentId, creditsAccountId },
          estimate: { id, books, customerId, currency, estimateNumber: number, rate },
          paymentAccount: { id: written.bank, currencyCode: books.currency.code },
        }),
      ),
    }
  })
}

/** Writes estimates whose deposits stand already, of any number of books. */
export async function writeEstimates(
  trx: DatabaseTransaction,
  entered: readonly EnteredBooks[],
): Promise<void> {
  const rows = entered.flatMap((books) => books.estimates.map((each) => rowOf(each, books)))
  await sql`
    insert into estimates (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, estimate_number,
      number_value, estimate_day, due_day, life, undecided, title, item_title, unit_title, price_title, amount_title,
      hide_amount, hide_description, hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments,
      disable_credit_card_payments, require_terms_of_service, leave_notes_behind, discount_kind, discount_percentage,
      discount_created_at, discount_modified_at, deposit_status, deposit_percentage, deposit_total, subtotal,
      discount_total, tax_total, total, paid, due, invoice_id, last_sent_at, last_sent_via, last_viewed_at, approved_at,
      created_at, modified_at)
    select s.business_id, r.id, r.anonymous_id, r.customer_id, r.currency_code, r.exchange_rate, r.estimate_number,
      r.number_value, r.estimate_day, r.due_day, r.life, r.undecided, s.estimate_title, s.item_title, s.unit_title,
      s.price_title, s.amount_title, s.hide_amount, s.hide_description, s.hide_name, s.hide_price, s.hide_unit, false,
      false, false, false, false, case when r.discount_percentage is not null then 'PERCENTAGE' end,
      r.discount_percentage, case when r.discount_percentage is not null then r.created_at end,
      case when r.discount_percentage is not null then r.created_at end, r.deposit_status, r.deposit_percentage,
      r.deposit_total, r.subtotal, r.discount_total, r.tax_total, r.total, r.paid, r.total - r.paid, r.invoice_id,
      r.sent_at, case when r.sent_at is not null then 'MARKED_SENT' end, r.viewed_at, r.approved_at, r.created_at,
      r.modified_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, anonymous_id text,
      customer_id bigint, currency_code text, exchange_rate numeric, estimate_number text, number_value numeric,
      estimate_day date, due_day date, life text, undecided text, discount_percentage numeric, deposit_status text,
      deposit_percentage numeric, deposit_total bigint, subtotal bigint, discount_total bigint, tax_total bigint,
      total bigint, paid bigint, invoice_id bigint, sent_at timestamptz, viewed_at timestamptz,
      approved_at timestamptz, created_at timestamptz, modified_at timestamptz)
    join book_settings s on s.business_id = r.business_id`.execute(trx)
  const lines = entered.map(({ transaction: { books }, written, estimates }) => ({
    ...{ books, written },
    documents: estimates.map(({ id, estimate: { lines, totals } }) => ({ id, lines, totals })),
  }))
  await writeDocumentLines(trx, 'estimate', lines)
  await writePayments(trx, entered.flatMap(paymentRows))
  await writeDecisions(trx, entered.flatMap(decisionRows))
}

function rowOf(
  { estimate, id, createdAt: created, invoiceId, depositMinor }: EnteredEstimate,
  { transaction: { books, now }, written }: EnteredBooks,
) {
  const { totals, life, undecided, number, decidedDay, paidDay } = estimate
  const lives = new Set([life, undecided])
  const at = created.toISOString()
  const lastDay = paidDay ?? decidedDay
  return {
    ...{
      business_id: books.businessId,
      id,
      invoice_id: invoiceId,
      life,
      undecided,
      anonymous_id: randomId(ANONYMOUS_ID_BYTES),
    },
    customer_id: written.customers[estimate.customer],
    currency_code: estimate.currency.code,
    exchange_rate: formatDecimal(estimate.rate),
    estimate_number: number,
    number_value: countedNumberOf(number)?.toString() ?? null,
    ...{ estimate_day: estimate.day, due_day: estimate.dueDay },
    discount_percentage:
      estimate.discountPercentage === null ? null : formatDecimal(estimate.discountPercentage),
    ...(estimate.depositMinor === 0n
      ? { deposit_status: 'DISABLED', deposit_percentage: null }
      : { deposit_status: 'ENABLED_OPTIONAL', deposit_percentage: formatDecimal(DEPOSIT_PERCENTAGE) }),
    deposit_total: estimate.depositMinor.toString(),
    subtotal: totals.subtotalMinor.toString(),
    discount_total: totals.discountMinor.toString(),
    tax_total: totals.taxMinor.toString(),
    total: totals.totalMinor.toString(),
    paid: depositMinor.toString(),
    sent_at: lives.has('SENT') || lives.has('VIEWED') ? at : null,
    viewed_at: lives.has('VIEWED') ? at : null,
    approved_at: life === 'DRAFT' ? null : at,
    created_at: at,
    modified_at: lastDay === null ? at : instantOn(lastDay, now).toISOString(),
  }
}

function paymentRows({ transaction: { books, now }, written, estimates, entryIds }: EnteredBooks) {
  return estimates.flatMap(({ estimate: { paidDay }, id, paymentId, depositMinor }) =>
    paidDay === null
      ? []
      : [
          {
            ...{ business_id: books.businessId, id: paymentId, estimate_id: id, account_id: written.bank },
            ...{ amount: depositMinor.toString(), day: paidDay },
            entry_id: entryIds.get(`ESTIMATE_PAYMENT ${paymentId}`) ?? null,
            created_at: instantOn(paidDay, now).toISOString(),
          },
        ],
  )
}

async function writePayments(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof paymentRows>[number][],
): Promise<void> {
  // Estimates of the demonstration are in the currency of their business.
  await sql`
    insert into estimate_payments (business_id, id, estimate_id, amount, amount_base, account_id, day, method, entry_id,
      created_at, modified_at)
    select r.business_id, r.id, r.estimate_id, r.amount, r.amount, r.account_id, r.day, 'BANK_TRANSFER', r.entry_id,
      r.created_at, r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, id bigint, estimate_id bigint,
      amount bigint, account_id bigint, day date, entry_id bigint, created_at timestamptz)`.execute(trx)
}

/** Customers decided on the pages of their estimates. */
function decisionRows({ transaction: { books, now }, written, estimates }: EnteredBooks) {
  const { businessId } = books
  return estimates.flatMap(({ estimate: { decidedDay, life, customer }, id }) => {
    const customerId = written.customers[customer]
    if (decidedDay === null || customerId === undefined) return []
    return [
      {
        ...{
          business_id: businessId,
          estimate_id: id,
          customer_id: customerId,
          state: life === 'REJECTED' ? 'REJECTED' : 'ACCEPTED',
        },
        entity_id: rowWireIdOf('Customer', { businessId, id: customerId }),
        created_at: instantOn(decidedDay, now).toISOString(),
      },
    ]
  })
}

async function writeDecisions(
  trx: DatabaseTransaction,
  rows: readonly ReturnType<typeof decisionRows>[number][],
): Promise<void> {
  await sql`
    insert into estimate_history (business_id, estimate_id, position, state, entity_type, entity_id, name, email, created_at)
    select c.business_id, r.estimate_id, 0, r.state, 'CUSTOMER', r.entity_id, c.name, coalesce(c.email, ''), r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, estimate_id bigint, customer_id bigint,
      state text, entity_id text, created_at timestamptz)
    join customers c on c.business_id = r.business_id and c.id = r.customer_id`.execute(trx)
}
