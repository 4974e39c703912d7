import { knownCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import { sql } from 'kysely'
import type { RowKey } from '#books/book-ids.ts'
import { knownDecimal, shortestText } from '#books/documents/amounts.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import {
  documentLocaleOf,
  paperOf,
  type PrintedColumns,
  type PrintedDocument,
  type PrintedItem,
  type PrintedLine,
  type PrintedPayment,
} from '#books/printing/printed-document.ts'
import { addressLines, priceText, taxLabel } from '#books/printing/printed-parts.ts'

type Reading = { readonly db: Database | DatabaseTransaction; readonly key: RowKey<'Estimate'> }

/** An estimate as its customer sees it now. Inside a command `db` is the handle of its transaction. */
export async function readPrintedEstimate(
  db: Database | DatabaseTransaction,
  key: RowKey<'Estimate'>,
): Promise<PrintedDocument> {
  const reading = { db, key }
  const head = await readHead(reading)
  const currency = knownCurrency(head.currency_code)
  const text = (minor: string) => formatAmount({ minorUnits: BigInt(minor), currency })
  const locale = documentLocaleOf({ countryCode: head.b_country, provinceCode: head.b_province })
  const percentage = head.discount_percentage === null ? '' : ` ${shortestText(head.discount_percentage)} %`
  const discounts =
    head.discount_total === '0'
      ? []
      : [
          {
            name: `${head.discount_name ?? DISCOUNT[locale]}${percentage}`,
            amount: text(head.discount_total),
          },
        ]
  return {
    kind: 'ESTIMATE',
    locale,
    paper: paperOf(head.b_country),
    title: head.title,
    subhead: head.subhead,
    number: head.number,
    poNumber: head.po_number,
    day: head.day,
    dueDay: head.due_day,
    currencyCode: head.currency_code,
    business: businessOf(head),
    customer: customerOf(head),
    columns: columnsOf(head),
    items: (await readItems(reading)).map((item) => itemOf(item, { exponent: currency.exponent, text })),
    subtotal: text(head.subtotal),
    discounts,
    taxes: (await readTaxes(reading)).map((tax) => taxOf(tax, { locale, text })),
    total: text(head.total),
    payments: (await readPayments(reading)).map((payment) => paymentOf(payment, text)),
    amountDue: head.asked === null ? null : text(head.asked),
    memo: head.memo,
    footer: head.footer,
  }
}

const DISCOUNT = { en: 'Discount', fr: 'Remise' } as const

type HeadRow = {
  readonly number: string
  readonly day: string
  readonly due_day: string
  readonly currency_code: string
  readonly title: string
  readonly subhead: string | null
  readonly memo: string | null
  readonly footer: string | null
  readonly po_number: string | null
  readonly item_title: string
  readonly unit_title: string
  readonly price_title: string
  readonly amount_title: string
  readonly hide_name: boolean
  readonly hide_description: boolean
  readonly hide_unit: boolean
  readonly hide_price: boolean
  readonly hide_amount: boolean
  readonly discount_name: string | null
  readonly discount_percentage: string | null
  readonly subtotal: string
  readonly discount_total: string
  readonly total: string
  /** Still to be paid of its deposit; null without one. */
  readonly asked: string | null
  readonly b_name: string
  readonly b_line1: string | null
  readonly b_line2: string | null
  readonly b_city: string | null
  readonly b_province: string | null
  readonly b_postal_code: string | null
  readonly b_country: string | null
  readonly b_phone: string | null
  readonly b_website: string | null
  readonly b_color: string | null
  readonly b_logo: string | null
  readonly c_name: string
  readonly c_line1: string | null
  readonly c_line2: string | null
  readonly c_city: string | null
  readonly c_province: string | null
  readonly c_postal_code: string | null
  readonly c_country: string | null
  readonly c_email: string | null
}

async function readHead({ db, key }: Reading): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select d.estimate_number as number, d.estimate_day::text as day,
      d.due_day::text as due_day, d.currency_code, d.title, d.subhead, d.memo, d.footer, d.po_number, d.item_title,
      d.unit_title, d.price_title, d.amount_title, d.hide_name, d.hide_description, d.hide_unit, d.hide_price,
      d.hide_amount, d.discount_name, d.discount_percentage::text as discount_percentage, d.subtotal::text as subtotal,
      d.discount_total::text as discount_total, d.total::text as total, case when d.deposit_total > 0 then greatest(d.deposit_total - d.paid, 0)::text end as asked,
      b.name as b_name, b.address_line1 as b_line1, b.address_line2 as b_line2, b.city as b_city,
      b.province_code as b_province, b.postal_code as b_postal_code, b.country_code as b_country, b.phone as b_phone,
      b.website as b_website, b.invoice_accent_color as b_color, b.invoice_logo_url as b_logo,
      c.name as c_name, c.address_line1 as c_line1, c.address_line2 as c_line2, c.city as c_city,
      c.province_code as c_province, c.postal_code as c_postal_code, c.country_code as c_country, c.email as c_email
    from estimates d
    join businesses b on b.id = d.business_id
    join customers c on c.business_id = d.business_id and c.id = d.customer_id
    where d.business_id = ${key.businessId} and d.id = ${key.id}::bigint`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('What is to be printed is not there')
  return row
}

function businessOf(head: HeadRow): PrintedDocument['business'] {
  const place = {
    line1: head.b_line1,
    line2: head.b_line2,
    city: head.b_city,
    provinceCode: head.b_province,
    postalCode: head.b_postal_code,
    countryCode: head.b_country,
  }
  return {
    name: head.b_name,
    lines: [...addressLines(place, head.b_country), head.b_phone, head.b_website].filter(
      (line) => line !== null,
    ),
    accentColor: head.b_color,
    logoUrl: head.b_logo,
  }
}

function customerOf(head: HeadRow): PrintedDocument['customer'] {
  const place = {
    line1: head.c_line1,
    line2: head.c_line2,
    city: head.c_city,
    provinceCode: head.c_province,
    postalCode: head.c_postal_code,
    countryCode: head.c_country,
  }
  const lines = [...addressLines(place, head.b_country), head.c_email].filter((line) => line !== null)
  return { name: head.c_name, lines }
}

function columnsOf(head: HeadRow): PrintedColumns {
  return {
    item: head.item_title,
    unit: head.unit_title,
    price: head.price_title,
    amount: head.amount_title,
    hidesName: head.hide_name,
    hidesDescription: head.hide_description,
    hidesUnit: head.hide_unit,
    hidesPrice: head.hide_price,
    hidesAmount: head.hide_amount,
  }
}

type ItemRow = {
  readonly name: string
  readonly description: string | null
  readonly quantity: string
  readonly unit_price: string
  readonly subtotal: string
}

async function readItems({ db, key }: Reading): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select coalesce(i.name, p.name) as name, i.description, i.quantity::text as quantity, i.unit_price::text as unit_price,
      i.subtotal::text as subtotal
    from estimate_items i
    join products p on p.business_id = i.business_id and p.id = i.product_id
    where i.business_id = ${key.businessId} and i.estimate_id = ${key.id}::bigint
    order by i.position`.execute(db)
  return rows
}

type Texts = { readonly text: (minor: string) => string }

function itemOf(row: ItemRow, { exponent, text }: Texts & { readonly exponent: number }): PrintedItem {
  return {
    name: row.name,
    description: row.description,
    quantity: shortestText(row.quantity),
    unitPrice: priceText(knownDecimal(row.unit_price), exponent),
    amount: text(row.subtotal),
  }
}

type TaxRow = {
  readonly abbreviation: string
  readonly rate: string
  readonly tax_number: string | null
  readonly amount: string
}

async function readTaxes({ db, key }: Reading): Promise<readonly TaxRow[]> {
  const { rows } = await sql<TaxRow>`
    select s.abbreviation, t.rate::text as rate, case when s.show_tax_number_on_invoices then s.tax_number end as tax_number,
      sum(t.amount)::text as amount
    from estimate_item_taxes t
    join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
    where t.business_id = ${key.businessId} and t.estimate_id = ${key.id}::bigint
    group by s.id, s.abbreviation, t.rate, s.show_tax_number_on_invoices, s.tax_number
    order by min(t.item_position), min(t.position)`.execute(db)
  return rows
}

function taxOf(
  row: TaxRow,
  { locale, text }: Texts & { readonly locale: PrintedDocument['locale'] },
): PrintedLine {
  const { abbreviation, tax_number: taxNumber } = row
  return {
    name: taxLabel({ abbreviation, rate: knownDecimal(row.rate), taxNumber }, locale),
    amount: text(row.amount),
  }
}

type PaymentRow = { readonly day: string; readonly amount: string }

async function readPayments({ db, key }: Reading): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.day::text as day, p.amount::text as amount from estimate_payments p
    where p.business_id = ${key.businessId} and p.estimate_id = ${key.id}::bigint
      and p.deleted_at is null
    order by p.day, p.id`.execute(db)
  return rows
}

function paymentOf({ day, amount }: PaymentRow, text: Texts['text']): PrintedPayment {
  return { day, method: null, amount: text(amount) }
}
