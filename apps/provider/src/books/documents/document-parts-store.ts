import type { Currency } from '@counterfoil/money/currencies'
import { formatDecimal, type Decimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Books } from '#books/open-books.ts'
import { nextRowId, onlyRow } from '#books/row-store.ts'
import { documentLocaleOf } from '#books/printing/printed-document.ts'
import { knownDecimal } from './amounts.ts'
import { IS_THERE } from './document-list-store.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'
import type { DocumentKind } from './document.ts'
import { titlesIn } from './unchanged-titles.ts'

/** The customer of a document. */
type BilledCustomer = {
  readonly id: RowId<'Customer'>
  readonly isArchived: boolean
}

/** The product of a line. */
export type SoldProduct = {
  readonly id: RowId<'Product'>
  readonly description: string | null
  readonly unitPrice: Decimal
  /** Null for a product that is only purchased. */
  readonly incomeAccountId: RowId<'Account'> | null
  readonly isArchived: boolean
  readonly isAccountArchived: boolean
  readonly salesTaxIds: readonly RowId<'SalesTax'>[]
}

/** A tax at the rate in force on the day of the document, or at its first rate if the document is earlier. */
export type ChargedTax = {
  readonly id: RowId<'SalesTax'>
  /** The liability account that the tax is posted to. */
  readonly accountId: RowId<'Account'>
  readonly rate: Decimal
  readonly isCompound: boolean
  readonly isArchived: boolean
}

/** The defaults of a new document, from the settings of the business. */
type DocumentDefaults = {
  readonly texts: DocumentTexts
  readonly flags: DocumentFlags
  /** The number of days from the day of a document to its due date. */
  readonly paymentTermDays: number
}

/** The ids that a document refers to, its currency and its day. */
type PartsAsked = {
  readonly customerId: RowId<'Customer'> | undefined
  readonly productIds: readonly RowId<'Product'>[]
  readonly salesTaxIds: readonly RowId<'SalesTax'>[]
  readonly currencyCode: string
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  readonly rateAfter?: string | undefined
}

/** The stored data that a document is drafted from. */
export type DraftParts = {
  /** The id for a new document. It stays free, because the command holds the lock of the books. */
  readonly id: string
  readonly defaults: DocumentDefaults
  readonly customer: BilledCustomer | null
  readonly products: ReadonlyMap<string, SoldProduct>
  /** The requested taxes and those of the products. */
  readonly taxes: ReadonlyMap<string, ChargedTax>
  /** The exchange rate last used for the currency up to the day; null if none was used. */
  readonly lastRate: Decimal | null
  /** The number with the largest counted value among existing and once approved documents; undefined if none is counted. */
  readonly largestNumber: string | undefined
  /** The existing system accounts that an invoice is posted to, by their keys. */
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
}

type PartsRow = {
  readonly id: string
  readonly settings: SettingsRow
  readonly customer: BilledCustomer | null
  readonly products: readonly ProductRow[]
  readonly taxes: readonly TaxRow[]
  readonly rate: { readonly rate: string } | null
  readonly largest: { readonly number: string } | null
  readonly accounts: readonly { readonly key: string; readonly id: RowId<'Account'> }[]
}

/** Reads all data that a document is drafted from, in one statement. */
export async function readParts(
  transaction: BooksTransaction,
  noun: DocumentKind,
  { customerId, productIds, salesTaxIds, currencyCode, day, rateAfter }: PartsAsked,
): Promise<DraftParts> {
  const { trx, books } = transaction
  const isAsked = sql`(s.id = any(${salesTaxIds}::bigint[]) or s.id in (select t.sales_tax_id from product_taxes t
    where t.business_id = s.business_id and t.product_id = any(${productIds}::bigint[])))`
  const { rows } = await sql<PartsRow>`
    select (${nextRowId(`${noun}s`, transaction)})::text as id, ${first(settingsOf(books, noun))} as settings,
      ${first(customerOf(books, customerId))} as customer, ${all(productsOf(books, productIds))} as products,
      ${all(taxesOf(books, { isAsked, day }))} as taxes, ${first(lastRateOf(books, { currencyCode, day, rateAfter }))} as rate,
      ${first(largestNumberOf(books, noun))} as largest,
      ${all(sql`select system_key as key, id::text as id from accounts
        where business_id = ${books.businessId} and system_key in (${`RECEIVABLE:${currencyCode}`}, 'DISCOUNTS')`)} as accounts`.execute(
    trx,
  )
  const row = onlyRow(rows)
  return {
    id: row.id,
    defaults: defaultsOf(row.settings, noun),
    customer: row.customer,
    products: productsById(row.products),
    taxes: taxesById(row.taxes),
    lastRate: row.rate === null ? null : knownDecimal(row.rate.rate),
    largestNumber: row.largest?.number,
    accounts: new Map(row.accounts.map(({ key, id }) => [key, id])),
  }
}

function first(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select to_json(found) from (${rows}) found)`
}

function all(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`
}

const IS_COUNTED = {
  estimate: sql`(life <> 'DELETED' or approved_at is not null)`,
  invoice: sql`(deleted_at is null or approved_at is not null)`,
}

/** Selects the number with the largest counted value among existing and once approved documents. */
function largestNumberOf({ businessId }: Books, kind: DocumentKind) {
  return sql<{ readonly number: string }>`
    select ${sql.ref(`${kind}_number`)} as number from ${sql.table(`${kind}s`)}
    where business_id = ${businessId} and number_value is not null and ${IS_COUNTED[kind]}
    order by number_value desc, id desc limit 1`
}

/** Returns true if another document of the kind, not the one with the id `except`, has the number. */
export async function isNumberTaken(
  { trx, books }: BooksTransaction,
  kind: DocumentKind,
  { number, except }: { readonly number: string; readonly except: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(`${kind}s`)} d
    where d.business_id = ${books.businessId} and d.${sql.ref(`${kind}_number`)} = ${number} and ${IS_THERE[kind]}
      and d.id is distinct from ${except}::bigint limit 1`.execute(trx)
  return rows.length > 0
}

function customerOf({ businessId }: Books, id: RowId<'Customer'> | undefined) {
  return sql<BilledCustomer>`select id::text as id, is_archived as "isArchived" from customers
    where business_id = ${businessId} and id = ${id ?? null}::bigint`
}

type ProductRow = Omit<SoldProduct, 'unitPrice'> & { readonly unitPrice: string }

function productsOf({ businessId }: Books, ids: readonly RowId<'Product'>[]) {
  return sql<ProductRow>`
    select p.id::text as id, p.description, p.unit_price::text as "unitPrice",
      p.income_account_id::text as "incomeAccountId", p.is_archived as "isArchived",
      coalesce(a.is_archived, false) as "isAccountArchived",
      array(select t.sales_tax_id::text from product_taxes t
        where t.business_id = p.business_id and t.product_id = p.id order by t.position) as "salesTaxIds"
    from products p left join accounts a on a.business_id = p.business_id and a.id = p.income_account_id
    where p.business_id = ${businessId} and p.id = any(${ids}::bigint[])`
}

function productsById(rows: readonly ProductRow[]): ReadonlyMap<string, SoldProduct> {
  return new Map(rows.map((row) => [row.id, { ...row, unitPrice: knownDecimal(row.unitPrice) }]))
}

type TaxRow = Omit<ChargedTax, 'rate'> & { readonly rate: string }

function taxesOf(
  { businessId }: Books,
  { isAsked, day }: { readonly isAsked: RawBuilder<unknown>; readonly day: string },
) {
  return sql<TaxRow>`
    select s.id::text as id, s.account_id::text as "accountId", s.is_compound as "isCompound",
      s.is_archived as "isArchived", r.rate::text as rate
    from sales_taxes s
    cross join lateral (
      select rate from sales_tax_rates r where r.business_id = s.business_id and r.sales_tax_id = s.id
      order by (r.effective <= ${day}::date) desc,
        case when r.effective <= ${day}::date then r.effective end desc, r.effective limit 1
    ) r
    where s.business_id = ${businessId} and ${isAsked}`
}

function taxesById(rows: readonly TaxRow[]): ReadonlyMap<string, ChargedTax> {
  return new Map(rows.map((row) => [row.id, { ...row, rate: knownDecimal(row.rate) }]))
}

/** Selects the exchange rate last used for a currency up to `day` and later than `rateAfter`. */
function lastRateOf(
  { businessId }: Books,
  { currencyCode, day, rateAfter }: Pick<PartsAsked, 'currencyCode' | 'day' | 'rateAfter'>,
) {
  return sql<{ readonly rate: string }>`
    select rate::text as rate from exchange_rates
    where business_id = ${businessId} and currency_code = ${currencyCode} and day <= ${day}::date
      and day > coalesce(${rateAfter ?? null}::date, '-infinity')
    order by day desc limit 1`
}

/** Stores the exchange rate last used for a currency on a day, except for the currency of the business. */
export async function keepRate(
  { trx, books }: BooksTransaction,
  { currency, day, rate }: { readonly currency: Currency; readonly day: string; readonly rate: Decimal },
): Promise<void> {
  if (currency.code === books.currency.code) return
  await sql`
    insert into exchange_rates (business_id, currency_code, day, rate)
    values (${books.businessId}, ${currency.code}, ${day}::date, ${formatDecimal(rate)}::numeric)
    on conflict (business_id, currency_code, day) do update set rate = excluded.rate`.execute(trx)
}

type SettingsRow = Omit<DocumentTexts, 'subhead' | 'poNumber'> &
  Pick<DocumentFlags, 'hideAmount' | 'hideDescription' | 'hideName' | 'hidePrice' | 'hideUnit'> & {
    readonly paymentTermDays: number
    readonly countryCode: string | null
    readonly provinceCode: string | null
  }

function settingsOf({ businessId }: Books, kind: DocumentKind) {
  return sql<SettingsRow>`
    select payment_term_days as "paymentTermDays", ${sql.ref(`${kind}_title`)} as title,
      ${sql.ref(`${kind}_memo`)} as memo, ${sql.ref(`${kind}_footer`)} as footer, item_title as "itemTitle",
      unit_title as "unitTitle", price_title as "priceTitle", amount_title as "amountTitle",
      hide_amount as "hideAmount", hide_description as "hideDescription", hide_name as "hideName",
      hide_price as "hidePrice", hide_unit as "hideUnit", b.country_code as "countryCode",
      b.province_code as "provinceCode"
    from book_settings s join businesses b on b.id = s.business_id where s.business_id = ${businessId}`
}

function defaultsOf(row: SettingsRow, kind: DocumentKind): DocumentDefaults {
  const { memo, footer, paymentTermDays } = row
  const titles = titlesIn(documentLocaleOf(row), { kind, titles: row })
  return {
    texts: { ...titles, memo, footer, subhead: null, poNumber: null },
    flags: {
      hideAmount: row.hideAmount,
      hideDescription: row.hideDescription,
      hideName: row.hideName,
      hidePrice: row.hidePrice,
      hideUnit: row.hideUnit,
      disableAmexPayments: false,
      disableBankPayments: false,
      disableCreditCardPayments: false,
      requireTermsOfServiceAgreement: false,
    },
    paymentTermDays,
  }
}
