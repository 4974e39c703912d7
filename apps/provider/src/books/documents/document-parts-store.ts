import { formatDecimal, type Decimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { documentLocaleOf } from '#books/printing/printed-document.ts'
import { knownDecimal } from './amounts.ts'
import type {
  BilledCustomer,
  ChargedTax,
  DocumentDefaults,
  DocumentPartsReader,
  SoldProduct,
} from './document-parts.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'
import { titlesIn } from './unchanged-titles.ts'

/** Reads, inside a command, what documents are made of. */
export const documentParts: DocumentPartsReader = {
  findCustomer: findBilledCustomer,
  findProducts: findSoldProducts,
  findTaxes: findChargedTaxes,
  findLastRate,
  keepRate,
  readDefaults,
}

async function findBilledCustomer(
  { trx, books }: BooksTransaction,
  id: RowId<'Customer'>,
): Promise<BilledCustomer | null> {
  const { rows } = await sql<BilledCustomer>`
    select id::text as id, is_archived as "isArchived" from customers
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
  return rows[0] ?? null
}

type ProductRow = Omit<SoldProduct, 'unitPrice'> & { readonly unitPrice: string }

async function findSoldProducts(
  { trx, books }: BooksTransaction,
  ids: readonly RowId<'Product'>[],
): Promise<ReadonlyMap<string, SoldProduct>> {
  const { rows } = await sql<ProductRow>`
    select p.id::text as id, p.description, p.unit_price::text as "unitPrice",
      p.income_account_id::text as "incomeAccountId", p.is_archived as "isArchived",
      coalesce(a.is_archived, false) as "isAccountArchived",
      array(select t.sales_tax_id::text from product_taxes t
        where t.business_id = p.business_id and t.product_id = p.id order by t.position) as "salesTaxIds"
    from products p left join accounts a on a.business_id = p.business_id and a.id = p.income_account_id
    where p.business_id = ${books.businessId} and p.id = any(${ids}::bigint[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, { ...row, unitPrice: knownDecimal(row.unitPrice) }]))
}

type TaxRow = Omit<ChargedTax, 'rate'> & { readonly rate: string }

async function findChargedTaxes(
  { trx, books }: BooksTransaction,
  { ids, day }: { readonly ids: readonly RowId<'SalesTax'>[]; readonly day: string },
): Promise<ReadonlyMap<string, ChargedTax>> {
  const { rows } = await sql<TaxRow>`
    select s.id::text as id, s.is_compound as "isCompound", s.is_archived as "isArchived", r.rate::text as rate
    from sales_taxes s
    cross join lateral (
      select rate from sales_tax_rates r where r.business_id = s.business_id and r.sales_tax_id = s.id
      order by (r.effective <= ${day}::date) desc,
        case when r.effective <= ${day}::date then r.effective end desc, r.effective limit 1
    ) r
    where s.business_id = ${books.businessId} and s.id = any(${ids}::bigint[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, { ...row, rate: knownDecimal(row.rate) }]))
}

async function findLastRate(
  { trx, books }: BooksTransaction,
  {
    currencyCode,
    day,
    after,
  }: { readonly currencyCode: string; readonly day: string; readonly after?: string },
): Promise<Decimal | null> {
  const { rows } = await sql<{ readonly rate: string }>`
    select rate::text as rate from exchange_rates
    where business_id = ${books.businessId} and currency_code = ${currencyCode} and day <= ${day}::date
      and day > coalesce(${after ?? null}::date, '-infinity')
    order by day desc limit 1`.execute(trx)
  return rows[0] === undefined ? null : knownDecimal(rows[0].rate)
}

async function keepRate(
  { trx, books }: BooksTransaction,
  {
    currencyCode,
    day,
    rate,
  }: { readonly currencyCode: string; readonly day: string; readonly rate: Decimal },
): Promise<void> {
  if (currencyCode === books.currency.code) return
  await sql`
    insert into exchange_rates (business_id, currency_code, day, rate)
    values (${books.businessId}, ${currencyCode}, ${day}::date, ${formatDecimal(rate)}::numeric)
    on conflict (business_id, currency_code, day) do update set rate = excluded.rate`.execute(trx)
}

type SettingsRow = Omit<DocumentTexts, 'subhead' | 'poNumber'> &
  Pick<DocumentFlags, 'hideAmount' | 'hideDescription' | 'hideName' | 'hidePrice' | 'hideUnit'> & {
    readonly paymentTermDays: number
    readonly countryCode: string | null
    readonly provinceCode: string | null
  }

async function readDefaults(
  { trx, books }: BooksTransaction,
  kind: 'estimate' | 'invoice',
): Promise<DocumentDefaults> {
  const { rows } = await sql<SettingsRow>`
    select payment_term_days as "paymentTermDays", ${sql.ref(`${kind}_title`)} as title,
      ${sql.ref(`${kind}_memo`)} as memo, ${sql.ref(`${kind}_footer`)} as footer, item_title as "itemTitle",
      unit_title as "unitTitle", price_title as "priceTitle", amount_title as "amountTitle",
      hide_amount as "hideAmount", hide_description as "hideDescription", hide_name as "hideName",
      hide_price as "hidePrice", hide_unit as "hideUnit", b.country_code as "countryCode",
      b.province_code as "provinceCode"
    from book_settings s join businesses b on b.id = s.business_id where s.business_id = ${books.businessId}`.execute(
    trx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A business has no settings of its books')
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
