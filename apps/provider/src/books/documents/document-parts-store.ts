import type { Currency } from '@counterfoil/money/currencies'
import { formatDecimal, type Decimal } from '@counterfoil/money/decimal'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { documentLocaleOf } from '#books/printing/printed-document.ts'
import { nextRowId, onlyRow } from '#books/row-store.ts'
import { knownDecimal } from './amounts.ts'
import { FLAGS, type DocumentFlags, type DocumentKind, type DocumentTexts } from './document.ts'
import { titlesIn } from './unchanged-titles.ts'

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
  /** The texts and flags of a new document, from the settings of the business. */
  readonly defaults: DocumentTexts & DocumentFlags
  /** The number of days from the day of a document to its due date. */
  readonly paymentTermDays: number
  readonly customer: { readonly id: RowId<'Customer'>; readonly isArchived: boolean } | null
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

type PartsRow = Pick<DraftParts, 'customer' | 'id'> & {
  readonly settings: SettingsRow
  readonly products: readonly (Omit<SoldProduct, 'unitPrice'> & { readonly unitPrice: string })[]
  readonly taxes: readonly (Omit<ChargedTax, 'rate'> & { readonly rate: string })[]
  readonly rate: string | null
  readonly largestNumber: string | null
  readonly accounts: readonly { readonly key: string; readonly id: RowId<'Account'> }[]
}

const IS_COUNTED: Readonly<Record<DocumentKind, RawBuilder<unknown>>> = {
  estimate: sql`(life <> 'DELETED' or approved_at is not null)`,
  invoice: sql`(deleted_at is null or approved_at is not null)`,
}

/** Reads all data that a document is drafted from, in one statement. */
export async function readParts(
  transaction: BooksTransaction,
  noun: DocumentKind,
  { customerId, productIds, salesTaxIds, currencyCode, day, rateAfter }: PartsAsked,
): Promise<DraftParts> {
  const { trx, books } = transaction
  const businessId = sql`${books.businessId}::uuid`
  const { rows } = await sql<PartsRow>`
    select (${nextRowId(`${noun}s`, transaction)})::text as id,
      (select to_json(found) from (${settingsOf(businessId, noun)}) found) as settings,
      (select json_build_object('id', id::text, 'isArchived', is_archived) from customers
        where business_id = ${businessId} and id = ${customerId ?? null}::bigint) as customer,
      ${all(productsOf(businessId, productIds))} as products,
      ${all(taxesOf(businessId, { productIds, salesTaxIds, day }))} as taxes,
      (select rate::text from exchange_rates
        where business_id = ${businessId} and currency_code = ${currencyCode} and day <= ${day}::date
          and day > coalesce(${rateAfter ?? null}::date, '-infinity')
        order by day desc limit 1) as rate,
      (select ${sql.ref(`${noun}_number`)} from ${sql.table(`${noun}s`)}
        where business_id = ${businessId} and number_value is not null and ${IS_COUNTED[noun]}
        order by number_value desc, id desc limit 1) as "largestNumber",
      ${all(sql`select system_key as key, id::text as id from accounts
        where business_id = ${businessId} and system_key in (${`RECEIVABLE:${currencyCode}`}, 'DISCOUNTS')`)} as accounts`.execute(
    trx,
  )
  const { id, settings, customer, products, taxes, rate, largestNumber, accounts } = onlyRow(rows)
  return {
    ...defaultsOf(settings, noun),
    id,
    customer,
    products: new Map(
      products.map((product) => [product.id, { ...product, unitPrice: knownDecimal(product.unitPrice) }]),
    ),
    taxes: new Map(taxes.map((tax) => [tax.id, { ...tax, rate: knownDecimal(tax.rate) }])),
    lastRate: rate === null ? null : knownDecimal(rate),
    largestNumber: largestNumber ?? undefined,
    accounts: new Map(accounts.map((account) => [account.key, account.id])),
  }
}

function all(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`
}

function productsOf(businessId: RawBuilder<unknown>, ids: PartsAsked['productIds']) {
  return sql`
    select p.id::text as id, p.description, p.unit_price::text as "unitPrice",
      p.income_account_id::text as "incomeAccountId", p.is_archived as "isArchived",
      coalesce(a.is_archived, false) as "isAccountArchived",
      array(select t.sales_tax_id::text from product_taxes t
        where t.business_id = p.business_id and t.product_id = p.id order by t.position) as "salesTaxIds"
    from products p left join accounts a on a.business_id = p.business_id and a.id = p.income_account_id
    where p.business_id = ${businessId} and p.id = any(${ids}::bigint[])`
}

function taxesOf(
  businessId: RawBuilder<unknown>,
  { productIds, salesTaxIds, day }: Pick<PartsAsked, 'day' | 'productIds' | 'salesTaxIds'>,
) {
  return sql`
    select s.id::text as id, s.account_id::text as "accountId", s.is_compound as "isCompound",
      s.is_archived as "isArchived", r.rate::text as rate
    from sales_taxes s
    cross join lateral (
      select rate from sales_tax_rates r where r.business_id = s.business_id and r.sales_tax_id = s.id
      order by (r.effective <= ${day}::date) desc,
        case when r.effective <= ${day}::date then r.effective end desc, r.effective limit 1
    ) r
    where s.business_id = ${businessId} and (s.id = any(${salesTaxIds}::bigint[]) or s.id in (
      select t.sales_tax_id from product_taxes t
      where t.business_id = s.business_id and t.product_id = any(${productIds}::bigint[])))`
}

type SettingsRow = Omit<DocumentTexts, 'subhead' | 'poNumber'> &
  Partial<DocumentFlags> &
  Parameters<typeof documentLocaleOf>[0] & { readonly paymentTermDays: number }

function settingsOf(businessId: RawBuilder<unknown>, kind: DocumentKind) {
  return sql`
    select payment_term_days as "paymentTermDays", ${sql.ref(`${kind}_title`)} as title,
      ${sql.ref(`${kind}_memo`)} as memo, ${sql.ref(`${kind}_footer`)} as footer, item_title as "itemTitle",
      unit_title as "unitTitle", price_title as "priceTitle", amount_title as "amountTitle",
      hide_amount as "hideAmount", hide_description as "hideDescription", hide_name as "hideName",
      hide_price as "hidePrice", hide_unit as "hideUnit", b.country_code as "countryCode",
      b.province_code as "provinceCode"
    from book_settings s join businesses b on b.id = s.business_id where s.business_id = ${businessId}`
}

function defaultsOf(
  settings: SettingsRow,
  kind: DocumentKind,
): Pick<DraftParts, 'defaults' | 'paymentTermDays'> {
  const { memo, footer, paymentTermDays } = settings
  const titles = titlesIn(documentLocaleOf(settings), { kind, titles: settings })
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, settings[flag] ?? false])) as DocumentFlags
  return { defaults: { ...titles, ...flags, memo, footer, subhead: null, poNumber: null }, paymentTermDays }
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
