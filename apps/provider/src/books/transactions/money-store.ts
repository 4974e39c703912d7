import { hash } from 'node:crypto'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { isKeepable } from '#books/input-faults.ts'
import { abbreviationKeyOf } from '#books/sales-taxes/sales-tax-rules.ts'
import { findTransactions } from './transaction-store.ts'
import type { MoneyAccount, MoneyTax, MoneyFacts } from './money-rules.ts'
import type { MoneyDraft } from './money-input.ts'
import type { Transaction } from './transaction.ts'

/** Reads the rows that drafts refer to, with one statement for each kind of row. */
export async function readMoneyFacts(
  transaction: BooksTransaction,
  drafts: readonly MoneyDraft[],
): Promise<MoneyFacts> {
  const { books } = transaction
  const accounts = await readAccounts(transaction, drafts)
  const taxes = await readTaxes(transaction, drafts)
  const customers = await readCustomers(transaction, drafts)
  const rates = await readRates(transaction, drafts, accounts)
  return {
    books,
    account: (id) => accounts.get(id),
    tax: (named) =>
      named.by === 'id'
        ? taxes.byId.get(parseRowId('SalesTax', named.sent, books.businessId) ?? '')
        : taxes.byAbbreviation.get(abbreviationKeyOf(named.sent.trim())),
    customer: (id) => customers.get(id),
    rate: (currency, day) => rates.get(`${currency.code} ${day}`),
  }
}

/** The transaction that has an `externalId`, and the digest of its input. */
type KnownExternalId = { readonly id: RowId<'Transaction'>; readonly requestDigest: string | null }

/** Returns the transactions that have one of these external ids, by that id. */
export async function findKnownIds(
  { trx, books }: BooksTransaction,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, KnownExternalId>> {
  const { rows } = await sql<KnownExternalId & { readonly externalId: string }>`
    select id::text as id, external_id as "externalId", request_digest as "requestDigest" from entries
    where business_id = ${books.businessId} and external_id = any(${externalIds}::text[])`.execute(trx)
  return new Map(rows.map(({ externalId, ...known }) => [externalId, known]))
}

export function digestOf(canonicalText: string): string {
  return hash('sha256', canonicalText, 'base64url')
}

/** Returns the transactions with these ids, in the same order. */
export async function readTransactions(
  { trx, books }: BooksTransaction,
  ids: readonly RowId<'Transaction'>[],
): Promise<readonly Transaction[]> {
  const asked = ids.map((id) => ({ books, id }))
  const found = new Map((await findTransactions(trx, asked)).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function readAccounts(
  { trx, books }: BooksTransaction,
  drafts: readonly MoneyDraft[],
): Promise<ReadonlyMap<string, MoneyAccount>> {
  const ids = drafts.flatMap(({ lines }) =>
    lines.map(({ accountSent }) => parseRowId('Account', accountSent, books.businessId)),
  )
  const { rows } = await sql<Omit<MoneyAccount, 'currency'> & { readonly currencyCode: string }>`
    select id::text as id, currency_code as "currencyCode", subtype as "subtypeValue", is_archived as "isArchived",
      coalesce(system_key in ('FX_GAIN', 'FX_LOSS') or system_key like 'RECEIVABLE:%' or system_key like 'CREDITS:%', false)
        as "isSystem"
    from accounts where business_id = ${books.businessId} and id = any(${onlyGiven(ids)}::bigint[])`.execute(
    trx,
  )
  return new Map(
    rows.map(({ currencyCode, ...row }) => [row.id, { ...row, currency: knownCurrency(currencyCode) }]),
  )
}

async function readTaxes({ trx, books }: BooksTransaction, drafts: readonly MoneyDraft[]) {
  const named = drafts.flatMap(({ lines }) => lines.flatMap(({ taxes }) => taxes.map((tax) => tax.named)))
  const byId = new Map<string, MoneyTax>()
  const byAbbreviation = new Map<string, MoneyTax>()
  if (named.length === 0) return { byId, byAbbreviation }
  const ids = named.map(({ by, sent }) =>
    by === 'id' ? parseRowId('SalesTax', sent, books.businessId) : undefined,
  )
  const keys = named.map(({ by, sent }) =>
    by === 'abbreviation' && isKeepable(sent) ? abbreviationKeyOf(sent.trim()) : undefined,
  )
  const { rows } = await sql<MoneyTax & { readonly abbreviation: string }>`
    select id::text as id, account_id::text as "accountId", is_recoverable as "isRecoverable",
      is_archived as "isArchived", abbreviation_key as abbreviation
    from sales_taxes where business_id = ${books.businessId}
      and (id = any(${onlyGiven(ids)}::bigint[]) or abbreviation_key = any(${onlyGiven(keys)}::text[]))`.execute(
    trx,
  )
  for (const { abbreviation, ...tax } of rows) {
    byId.set(tax.id, tax)
    byAbbreviation.set(abbreviation, tax)
  }
  return { byId, byAbbreviation }
}

async function readCustomers(
  { trx, books }: BooksTransaction,
  drafts: readonly MoneyDraft[],
): Promise<ReadonlyMap<string, { readonly isArchived: boolean }>> {
  const ids = drafts.flatMap(({ lines }) =>
    lines.map(({ customerSent = '' }) => parseRowId('Customer', customerSent, books.businessId)),
  )
  const given = onlyGiven(ids)
  if (given.length === 0) return new Map()
  const { rows } = await sql<{ readonly id: string; readonly isArchived: boolean }>`
    select id::text as id, is_archived as "isArchived" from customers
    where business_id = ${books.businessId} and id = any(${given}::bigint[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the exchange rates last used up to a day, by currency and day. */
async function readRates(
  { trx, books }: BooksTransaction,
  drafts: readonly MoneyDraft[],
  accounts: ReadonlyMap<string, MoneyAccount>,
): Promise<ReadonlyMap<string, Decimal>> {
  const asked = drafts.flatMap(({ day, lines: [anchor] }) => {
    const account = accounts.get(parseRowId('Account', anchor.accountSent, books.businessId) ?? '')
    const isForeign = account !== undefined && account.currency.code !== books.currency.code
    return isForeign ? [{ day, code: account.currency.code }] : []
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ readonly key: string; readonly rate: string }>`
    select asked.code || ' ' || asked.day as key, used.rate::text as rate
    from (select distinct code, day from unnest(${asked.map(({ code }) => code)}::text[],
      ${asked.map(({ day }) => day)}::date[]) as each (code, day)) asked
    cross join lateral (
      select rate from exchange_rates r
      where r.business_id = ${books.businessId} and r.currency_code = asked.code and r.day <= asked.day
      order by r.day desc limit 1
    ) used`.execute(trx)
  return new Map(rows.map(({ key, rate }) => [key, knownDecimal(rate)]))
}

function onlyGiven<Value>(values: readonly (Value | undefined)[]): readonly Value[] {
  return [...new Set(values)].filter((value) => value !== undefined)
}
