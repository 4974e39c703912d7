import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { postAll, reverse, systemAccount } from '#books/ledger/ledger-store.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import { onlyRow } from '#books/row-store.ts'
import { buildInvoiceEntry, type ChargedLine, type InvoiceFacts } from './invoice-entry.ts'
import { settlePayments, type PaymentFacts } from './settlement.ts'

type InvoiceId = RowId<'Invoice'>
type EntryId = RowId<'Transaction'>

/** An invoice with its charges: incomes and taxes in the order of its lines, and the discount. */
type ChargedInvoice = {
  readonly invoiceId: InvoiceId
  readonly invoiceNumber: string
  readonly customerId: RowId<'Customer'>
  readonly day: string
  readonly currency: Currency
  readonly rate: Decimal
  readonly totalMinor: bigint
  readonly discountMinor: bigint
  readonly incomes: readonly ChargedLine[]
  readonly taxes: readonly ChargedLine[]
}

/** The existing system accounts, by their keys. */
type SystemAccounts = ReadonlyMap<string, RowId<'Account'>>

/** The entry that a document should have, and the id of its present entry. */
type Wanted = { readonly entryId: EntryId | null; readonly entry: Entry | null }

/** Returns the entry of a new approved invoice without payments; null if there is nothing to enter. */
export async function entryOfNewInvoice(
  transaction: BooksTransaction,
  invoice: ChargedInvoice,
  accounts: SystemAccounts,
): Promise<Entry | null> {
  const entry = buildInvoiceEntry(await factsOf(transaction, invoice, accounts))
  return entry.lines.length === 0 ? null : entry
}

/**
 * Updates the entries of an invoice and its payments after a change of any of them: an entry that no longer fits is reversed on
 * its own day and posted again. No other function posts them.
 */
export async function enterInvoice(transaction: BooksTransaction, id: InvoiceId): Promise<void> {
  const { invoice, payments, accounts, entryId: present, counts } = await readReceivable(transaction, id)
  const counting = counts ? payments.filter(({ isDeleted }) => !isDeleted) : []
  const facts = await factsOf(transaction, invoice, accounts)
  const settled = counting.length === 0 ? [] : await settle(transaction, facts, { counting, accounts })
  const byPayment = new Map(settled.map((each) => [each.paymentId, each]))
  const [entryId = null, ...paymentEntryIds] = await bringTo(transaction, [
    { entryId: present, entry: counts ? buildInvoiceEntry(facts) : null },
    ...payments.map((payment) => ({
      entryId: payment.entryId,
      entry: byPayment.get(payment.paymentId)?.entry ?? null,
    })),
  ])
  await keepEntered(transaction, id, {
    entryId,
    paidMinor: counting.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    settledBaseMinor: settled.reduce((sum, { baseSettledMinor }) => sum + baseSettledMinor, 0n),
    rows: payments.map(({ paymentId }, index) => ({
      id: paymentId,
      entry_id: paymentEntryIds[index] ?? null,
      base_settled: (byPayment.get(paymentId)?.baseSettledMinor ?? 0n).toString(),
    })),
  })
}

/** Returns the data of an invoice for its entry. Creates the system accounts that the books do not have yet. */
async function factsOf(
  transaction: BooksTransaction,
  { incomes, taxes, discountMinor, ...invoice }: ChargedInvoice,
  accounts: SystemAccounts,
): Promise<InvoiceFacts> {
  const accountOf = accountFinder(transaction, accounts)
  const discounts =
    discountMinor === 0n ? [] : [{ accountId: await accountOf('DISCOUNTS'), amountMinor: -discountMinor }]
  return {
    ...invoice,
    baseCurrency: transaction.books.currency,
    locale: transaction.books.locale,
    receivableAccountId: await accountOf(`RECEIVABLE:${invoice.currency.code}`),
    charged: [...sumsByAccount(incomes), ...discounts, ...sumsByAccount(taxes)],
  }
}

function accountFinder(transaction: BooksTransaction, accounts: SystemAccounts) {
  return async (key: SystemAccountKey) => accounts.get(key) ?? (await systemAccount(transaction, key))
}

function sumsByAccount(lines: readonly ChargedLine[]): readonly ChargedLine[] {
  const byAccount = Map.groupBy(lines, ({ accountId }) => accountId)
  return [...byAccount].map(([accountId, own]) => ({
    accountId,
    amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }))
}

type ReceivableRow = {
  readonly customerId: RowId<'Customer'>
  readonly currencyCode: string
  readonly rate: string
  readonly number: string
  readonly day: string
  readonly total: string
  readonly discountTotal: string
  readonly entryId: EntryId | null
  readonly counts: boolean
  readonly payments: readonly PaymentRow[]
  readonly incomes: readonly ChargeRow[]
  readonly taxes: readonly ChargeRow[]
  readonly accounts: readonly (readonly [key: string, id: RowId<'Account'>])[]
}

type ChargeRow = { readonly accountId: RowId<'Account'>; readonly amount: string }

type PaymentRow = {
  readonly id: RowId<'InvoicePayment'>
  readonly day: string
  readonly amount: string
  readonly baseReceived: string
  readonly accountId: RowId<'Account'>
  readonly currencyCode: string
  readonly origin: PaymentFacts['origin']
  readonly entryId: EntryId | null
  readonly isDeleted: boolean
}

/** Reads an invoice with its charges, its payments and the system accounts they are posted to, in one statement. */
async function readReceivable({ trx, books }: BooksTransaction, id: InvoiceId) {
  const { rows } = await sql<ReceivableRow>`
    select i.customer_id::text as "customerId", i.currency_code as "currencyCode", i.exchange_rate::text as rate,
      i.invoice_number as number, i.invoice_day::text as day, i.total::text as total,
      i.discount_total::text as "discountTotal", i.entry_id::text as "entryId",
      i.life <> 'DRAFT' and i.deleted_at is null as counts,
      (select coalesce(json_agg(json_build_object('id', p.id::text, 'day', p.day::text, 'amount', p.amount::text,
          'baseReceived', p.base_received::text, 'accountId', p.account_id::text, 'currencyCode', a.currency_code,
          'origin', p.origin, 'entryId', p.entry_id::text, 'isDeleted', p.deleted_at is not null) order by p.day, p.id), '[]')
        from invoice_payments p join accounts a on a.business_id = p.business_id and a.id = p.account_id
        where p.business_id = i.business_id and p.invoice_id = i.id
          and (p.deleted_at is null or p.entry_id is not null)) as payments,
      (select coalesce(json_agg(json_build_object('accountId', t.account_id::text, 'amount', t.subtotal::text)
          order by t.position), '[]')
        from invoice_items t where t.business_id = i.business_id and t.invoice_id = i.id) as incomes,
      (select coalesce(json_agg(json_build_object('accountId', s.account_id::text, 'amount', t.amount::text)
          order by t.item_position, t.position), '[]')
        from invoice_item_taxes t join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
        where t.business_id = i.business_id and t.invoice_id = i.id) as taxes,
      (select json_agg(json_build_array(a.system_key, a.id::text)) from accounts a
        where a.business_id = i.business_id and a.system_key in ('DISCOUNTS', 'FX_GAIN', 'FX_LOSS',
          'RECEIVABLE:' || i.currency_code, 'CREDITS:' || i.currency_code)) as accounts
    from invoices i where i.business_id = ${books.businessId} and i.id = ${id}::bigint`.execute(trx)
  const row = onlyRow(rows)
  const { customerId, number, day, entryId, counts } = row
  const chargesOf = (charges: readonly ChargeRow[]) =>
    charges.map(({ accountId, amount }) => ({ accountId, amountMinor: BigInt(amount) }))
  const invoice: ChargedInvoice = {
    ...{ invoiceId: id, invoiceNumber: number, customerId, day },
    currency: knownCurrency(row.currencyCode),
    rate: knownDecimal(row.rate),
    totalMinor: BigInt(row.total),
    discountMinor: BigInt(row.discountTotal),
    incomes: chargesOf(row.incomes),
    taxes: chargesOf(row.taxes),
  }
  return {
    invoice,
    entryId,
    counts,
    payments: row.payments.map(paymentOf),
    accounts: new Map(row.accounts ?? []),
  }
}

function paymentOf({ id, day, origin, entryId, isDeleted, ...row }: PaymentRow) {
  const account = { id: row.accountId, currency: knownCurrency(row.currencyCode) }
  return {
    ...{ paymentId: id, day, account, origin, entryId, isDeleted },
    amountMinor: BigInt(row.amount),
    baseReceivedMinor: BigInt(row.baseReceived),
  }
}

async function settle(
  transaction: BooksTransaction,
  facts: InvoiceFacts,
  { counting, accounts }: { readonly counting: readonly PaymentFacts[]; readonly accounts: SystemAccounts },
) {
  const accountOf = accountFinder(transaction, accounts)
  return settlePayments(facts, counting, {
    creditsAccountId: await accountOf(`CREDITS:${facts.currency.code}`),
    gainAccountId: await accountOf('FX_GAIN'),
    lossAccountId: await accountOf('FX_LOSS'),
  })
}

/** Reverses entries that are no longer wanted and posts missing ones. Returns the ids of the resulting entries. */
async function bringTo(
  transaction: BooksTransaction,
  wanted: readonly Wanted[],
): Promise<readonly (EntryId | null)[]> {
  const standing = await readStanding(
    transaction,
    wanted.flatMap(({ entryId }) => entryId ?? []),
  )
  const kept = wanted.map(({ entryId, entry }) =>
    entryId !== null && entry !== null && standing.get(entryId) === digestOf(entry) ? entryId : null,
  )
  for (const [index, { entryId }] of wanted.entries()) {
    if (entryId !== null && kept[index] === null) await reverse(transaction, entryId)
  }
  const missing = wanted.map(({ entry }, index) =>
    kept[index] === null && entry !== null && entry.lines.length > 0 ? entry : null,
  )
  const entries = missing.filter((entry) => entry !== null)
  const made = entries.length === 0 ? [] : await postAll(transaction, entries)
  return kept.map((id, index) => {
    const entry = missing[index] ?? null
    return id ?? (entry && made[entries.indexOf(entry)]) ?? null
  })
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
