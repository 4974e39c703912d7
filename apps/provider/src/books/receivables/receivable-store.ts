import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { postAll, reverse, systemAccount } from '#books/ledger/ledger-store.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import { buildInvoiceEntry, type ChargedLine, type InvoiceFacts } from './invoice-entry.ts'
import { settlePayments, type PaymentFacts } from './settlement.ts'

type InvoiceId = RowId<'Invoice'>
type EntryId = RowId<'Transaction'>

type ReceivableRow = {
  readonly customerId: RowId<'Customer'>
  readonly currencyCode: string
  readonly exchangeRate: string
  readonly invoiceNumber: string
  readonly day: string
  readonly total: string
  readonly discountTotal: string
  readonly entryId: EntryId | null
  readonly counts: boolean
}

type PaymentRow = {
  readonly id: RowId<'InvoicePayment'>
  readonly day: string
  readonly amount: string
  readonly baseReceived: string
  readonly accountId: RowId<'Account'>
  readonly accountCurrencyCode: string
  readonly origin: 'MANUAL' | 'ESTIMATE_DEPOSIT'
  readonly entryId: EntryId | null
  readonly isDeleted: boolean
}

/** The entry that a document should have, and the id of its present entry. */
type Wanted = { readonly entryId: EntryId | null; readonly entry: Entry | null }

/**
 * Updates the entries of an invoice and its payments after a change of any of them: an entry that no longer fits is reversed on
 * its own day and posted again. No other function posts them.
 */
export async function enterInvoice(transaction: BooksTransaction, id: InvoiceId): Promise<void> {
  const invoice = await readReceivable(transaction, id)
  const payments = await readPayments(transaction, id)
  const counting = invoice.counts ? payments.filter(({ isDeleted }) => !isDeleted) : []
  const facts = await readFacts(transaction, id, invoice)
  const settled = counting.length === 0 ? [] : await settle(transaction, facts, counting)
  const byPayment = new Map(settled.map((each) => [each.paymentId, each]))
  const [entryId, ...paymentEntryIds] = await bringTo(transaction, [
    { entryId: invoice.entryId, entry: invoice.counts ? buildInvoiceEntry(facts) : null },
    ...payments.map((payment) => ({
      entryId: payment.entryId,
      entry: byPayment.get(payment.id)?.entry ?? null,
    })),
  ])
  const rows = payments.map((payment, index) => ({
    id: payment.id,
    entry_id: paymentEntryIds[index] ?? null,
    base_settled: (byPayment.get(payment.id)?.baseSettledMinor ?? 0n).toString(),
  }))
  const paidMinor = counting.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const settledBaseMinor = settled.reduce((sum, { baseSettledMinor }) => sum + baseSettledMinor, 0n)
  await keepEntered(transaction, id, { entryId: entryId ?? null, paidMinor, settledBaseMinor, rows })
}

/** Returns the entry of a new approved invoice without payments; null if there is nothing to enter. */
export async function entryOfNewInvoice(
  transaction: BooksTransaction,
  facts: Omit<InvoiceFacts, 'baseCurrency' | 'charged' | 'locale' | 'receivableAccountId'> & ChargesOf,
  accounts: ReadonlyMap<string, RowId<'Account'>>,
): Promise<Entry | null> {
  const accountOf = async (key: SystemAccountKey) =>
    accounts.get(key) ?? (await systemAccount(transaction, key))
  const { incomes, taxes, discountMinor } = facts
  const discounts =
    discountMinor === 0n ? [] : [{ accountId: await accountOf('DISCOUNTS'), amountMinor: -discountMinor }]
  const entry = buildInvoiceEntry({
    ...facts,
    baseCurrency: transaction.books.currency,
    locale: transaction.books.locale,
    receivableAccountId: await accountOf(`RECEIVABLE:${facts.currency.code}`),
    charged: [...sumsByAccount(incomes), ...discounts, ...sumsByAccount(taxes)],
  })
  return entry.lines.length === 0 ? null : entry
}

/** The charges of an invoice: incomes and taxes in the order of its lines, and the discount. */
type ChargesOf = {
  readonly incomes: readonly ChargedLine[]
  readonly taxes: readonly ChargedLine[]
  readonly discountMinor: bigint
}

function sumsByAccount(lines: readonly ChargedLine[]): readonly ChargedLine[] {
  const byAccount = Map.groupBy(lines, ({ accountId }) => accountId)
  return [...byAccount].map(([accountId, own]) => ({
    accountId,
    amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }))
}

async function readReceivable({ trx, books }: BooksTransaction, id: InvoiceId): Promise<ReceivableRow> {
  const { rows } = await sql<ReceivableRow>`
    select customer_id::text as "customerId", currency_code as "currencyCode", exchange_rate::text as "exchangeRate",
      invoice_number as "invoiceNumber", invoice_day::text as day, total::text as total,
      discount_total::text as "discountTotal", entry_id::text as "entryId",
      life <> 'DRAFT' and deleted_at is null as counts
    from invoices where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no invoice ${id} to enter`)
  return row
}

async function readPayments({ trx, books }: BooksTransaction, id: InvoiceId): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.id::text as id, p.day::text as day, p.amount::text as amount, p.base_received::text as "baseReceived",
      p.account_id::text as "accountId", a.currency_code as "accountCurrencyCode", p.origin,
      p.entry_id::text as "entryId", p.deleted_at is not null as "isDeleted"
    from invoice_payments p join accounts a on a.business_id = p.business_id and a.id = p.account_id
    where p.business_id = ${books.businessId} and p.invoice_id = ${id}::bigint
      and (p.deleted_at is null or p.entry_id is not null)
    order by p.day, p.id`.execute(trx)
  return rows
}

async function readFacts(
  transaction: BooksTransaction,
  invoiceId: InvoiceId,
  row: ReceivableRow,
): Promise<InvoiceFacts> {
  const { currencyCode } = row
  return {
    invoiceId,
    invoiceNumber: row.invoiceNumber,
    customerId: row.customerId,
    day: row.day,
    currency: knownCurrency(currencyCode),
    rate: knownDecimal(row.exchangeRate),
    baseCurrency: transaction.books.currency,
    locale: transaction.books.locale,
    totalMinor: BigInt(row.total),
    receivableAccountId: await systemAccount(transaction, `RECEIVABLE:${currencyCode}`),
    charged: await readCharged(transaction, invoiceId, BigInt(row.discountTotal)),
  }
}

/** Reads the charges of an invoice: income by account, the discount, and taxes by account. */
async function readCharged(
  transaction: BooksTransaction,
  id: InvoiceId,
  discountMinor: bigint,
): Promise<readonly ChargedLine[]> {
  const { trx, books } = transaction
  const { rows } = await sql<{
    readonly accountId: RowId<'Account'>
    readonly amount: string
    readonly isTax: boolean
  }>`
    select account_id::text as "accountId", sum(subtotal)::text as amount, false as "isTax", min(position) as place
    from invoice_items where business_id = ${books.businessId} and invoice_id = ${id}::bigint group by account_id
    union all
    select s.account_id::text, sum(t.amount)::text, true, min(t.item_position * 100 + t.position)
    from invoice_item_taxes t join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
    where t.business_id = ${books.businessId} and t.invoice_id = ${id}::bigint group by s.account_id
    order by "isTax", place`.execute(trx)
  const lines = rows.map(({ accountId, amount, isTax }) => ({
    accountId,
    amountMinor: BigInt(amount),
    isTax,
  }))
  if (discountMinor === 0n) return lines
  const discount = {
    accountId: await systemAccount(transaction, 'DISCOUNTS'),
    amountMinor: -discountMinor,
  }
  return [...lines.filter(({ isTax }) => !isTax), discount, ...lines.filter(({ isTax }) => isTax)]
}

async function settle(transaction: BooksTransaction, facts: InvoiceFacts, payments: readonly PaymentRow[]) {
  const accounts = {
    creditsAccountId: await systemAccount(transaction, `CREDITS:${facts.currency.code}`),
    gainAccountId: await systemAccount(transaction, 'FX_GAIN'),
    lossAccountId: await systemAccount(transaction, 'FX_LOSS'),
  }
  return settlePayments(facts, payments.map(paymentFactsOf), accounts)
}

function paymentFactsOf(row: PaymentRow): PaymentFacts {
  return {
    paymentId: row.id,
    day: row.day,
    amountMinor: BigInt(row.amount),
    baseReceivedMinor: BigInt(row.baseReceived),
    account: { id: row.accountId, currency: knownCurrency(row.accountCurrencyCode) },
    origin: row.origin,
  }
}

/** Reverses entries that are no longer wanted and posts missing ones. Returns the ids of the resulting entries. */
async function bringTo(
  transaction: BooksTransaction,
  wanted: readonly Wanted[],
): Promise<readonly (EntryId | null)[]> {
  const standing = await readStanding(
    transaction,
    wanted.flatMap(({ entryId }) => (entryId === null ? [] : [entryId])),
  )
  const kept = wanted.map(({ entryId, entry }) =>
    entryId !== null && entry !== null && standing.get(entryId) === digestOf(entry) ? entryId : null,
  )
  for (const [index, { entryId }] of wanted.entries()) {
    if (entryId !== null && kept[index] === null) await reverse(transaction, entryId)
  }
  const missing = wanted.flatMap(({ entry }, index) =>
    entry === null || entry.lines.length === 0 || kept[index] !== null ? [] : [{ index, entry }],
  )
  const ids =
    missing.length === 0
      ? []
      : await postAll(
          transaction,
          missing.map(({ entry }) => entry),
        )
  const made = new Map(missing.map(({ index }, place) => [index, ids[place] ?? null]))
  return kept.map((id, index) => id ?? made.get(index) ?? null)
}

/** Reads the content of entries for comparison, without the exchange lines that the ledger added. */
async function readStanding(
  { trx, books }: BooksTransaction,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    readonly id: EntryId
    readonly day: string
    readonly lines: readonly string[]
  }>`
    select e.id::text as id, e.day::text as day, array_agg(concat_ws(',', p.account_id, p.book, p.amount, p.base_amount,
      coalesce(p.customer_id::text, '-')) order by p.position) as lines
    from entries e join postings p on p.business_id = e.business_id and p.entry_id = e.id
    join accounts a on a.business_id = p.business_id and a.id = p.account_id
    where not (p.book = 0 and (p.amount = 0 or a.system_key is not distinct from 'FX_GAIN'
      or a.system_key is not distinct from 'FX_LOSS')) and e.business_id = ${books.businessId} and e.id = any(${ids}::bigint[]) group by e.id, e.day`.execute(
    trx,
  )
  return new Map(rows.map(({ id, day, lines }) => [id, JSON.stringify([day, lines])]))
}

function digestOf({ day, lines }: Entry): string {
  const texts = lines.map(({ accountId, book, amountMinor, baseMinor, customerId }) =>
    [accountId, book, amountMinor, baseMinor, customerId ?? '-'].join(','),
  )
  return JSON.stringify([day, texts])
}

async function keepEntered(
  { trx, books, now }: BooksTransaction,
  id: InvoiceId,
  entered: {
    readonly entryId: EntryId | null
    readonly paidMinor: bigint
    readonly settledBaseMinor: bigint
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  },
): Promise<void> {
  const { entryId, paidMinor, settledBaseMinor, rows } = entered
  await sql`
    update invoices set entry_id = ${entryId}::bigint, paid = ${paidMinor.toString()}::bigint,
      settled_base = ${settledBaseMinor.toString()}::bigint, modified_at = ${now}
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
  if (rows.length === 0) return
  await sql`
    update invoice_payments p set entry_id = r.entry_id, base_settled = r.base_settled
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, entry_id bigint, base_settled bigint)
    where p.business_id = ${books.businessId} and p.id = r.id`.execute(trx)
}
