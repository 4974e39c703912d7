import { knownCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import {
  documentLocaleOf,
  paperOf,
  type PrintedBusiness,
  type PrintedDocument,
} from '#books/printing/printed-document.ts'
import {
  addressLines,
  priceText,
  printedNumber,
  taxLabel,
  type PrintedPlace,
  type PrintedSpelling,
} from '#books/printing/printed-text.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { knownDecimal, shortestText } from './amounts.ts'
import type { AnyDocument, DocumentKind } from './document.ts'
import { headingsIn } from './unchanged-titles.ts'

/**
 * An invoice or estimate, read from the database for its customer. Amounts are minor units as digits; rates, quantities and
 * prices are decimal text; days are `yyyy-MM-dd`.
 */
export type DocumentOnPaper = Pick<
  PrintedDocument,
  | 'columns'
  | 'currencyCode'
  | 'day'
  | 'dueDay'
  | 'footer'
  | 'kind'
  | 'memo'
  | 'number'
  | 'poNumber'
  | 'subhead'
  | 'title'
> & {
  readonly subtotal: string
  readonly discountTotal: string
  readonly discountName: string | null
  readonly discountPercentage: string | null
  readonly total: string
  /** The unpaid part of an invoice, or of the deposit of an estimate; null for an estimate without deposit. */
  readonly amountDue: string | null
  readonly business: Omit<PrintedBusiness, 'lines'> & {
    readonly place: PrintedPlace
    readonly phone: string | null
    readonly website: string | null
    readonly taxNumber: string | null
    readonly paymentDetails: string | null
  }
  readonly customer: { readonly name: string; readonly place: PrintedPlace; readonly email: string | null }
  readonly items: readonly {
    readonly name: string
    readonly description: string | null
    readonly quantity: string
    readonly unitPrice: string
    readonly subtotal: string
  }[]
  readonly taxes: readonly {
    readonly abbreviation: string
    /** The tax rate as a fraction: 0.13 is 13 %. */
    readonly rate: string
    /** Null if the business does not show it. */
    readonly taxNumber: string | null
    readonly amount: string
  }[]
  readonly payments: readonly { readonly day: string; readonly amount: string }[]
}

/** The names that differ between the tables of invoices and estimates. `d` is a document, `i` an item, `p` its product. */
const OF_KIND = {
  invoice: {
    kind: 'INVOICE',
    amountDue: sql`d.due::text`,
    itemName: sql`p.name`,
  },
  estimate: {
    kind: 'ESTIMATE',
    amountDue: sql`case when d.deposit_total > 0 then greatest(d.deposit_total - d.paid, 0)::text end`,
    itemName: sql`coalesce(i.name, p.name)`,
  },
} as const

const place = (of: 'b' | 'c') =>
  sql.raw(`json_build_object('line1', ${of}.address_line1, 'line2', ${of}.address_line2, 'city', ${of}.city,
    'postalCode', ${of}.postal_code, 'provinceCode', ${of}.province_code, 'countryCode', ${of}.country_code)`)

/** Returns the rows of a statement as a list, in the order of their `place`. */
function listOf(row: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(${row} order by place), '[]') from (${rows}) found)`
}

/**
 * Reads an invoice or estimate as its customer sees it now. Inside a command, `handle` is the transaction.
 *
 * @throws Error if the document does not exist
 */
export async function readPrintedDocument(
  handle: Database | DatabaseTransaction,
  {
    noun,
    businessId,
    id,
  }: { readonly noun: DocumentKind; readonly businessId: BusinessId; readonly id: string },
): Promise<PrintedDocument> {
  const { kind, amountDue, itemName } = OF_KIND[noun]
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.business_id`)} = d.business_id and ${sql.ref(`${alias}.${noun}_id`)} = d.id`
  const items = sql`select i.position as place, ${itemName} as name, i.description, i.quantity, i.unit_price, i.subtotal
    from ${sql.table(`${noun}_items`)} i join products p on p.business_id = i.business_id and p.id = i.product_id
    where ${own('i')}`
  const taxes = sql`select array[min(t.item_position), min(t.position)] as place, s.abbreviation, t.rate,
      case when s.show_tax_number_on_invoices then s.tax_number end as tax_number, sum(t.amount) as amount
    from ${sql.table(`${noun}_item_taxes`)} t
    join sales_taxes s on s.business_id = t.business_id and s.id = t.sales_tax_id
    where ${own('t')} group by s.id, s.abbreviation, s.tax_number, s.show_tax_number_on_invoices, t.rate`
  const payments = sql`select row_number() over (order by day, id) as place, day, amount
    from ${sql.table(`${noun}_payments`)} p where ${own('p')} and deleted_at is null`
  const { rows } = await sql<Omit<DocumentOnPaper, 'kind'>>`
    select ${sql.ref(`d.${noun}_number`)} as number, d.po_number as "poNumber", ${sql.ref(`d.${noun}_day`)}::text as day,
      d.due_day::text as "dueDay", d.currency_code as "currencyCode", d.title, d.subhead, d.memo, d.footer,
      json_build_object('item', d.item_title, 'unit', d.unit_title, 'price', d.price_title, 'amount', d.amount_title,
        'hidesName', d.hide_name, 'hidesDescription', d.hide_description, 'hidesUnit', d.hide_unit,
        'hidesPrice', d.hide_price, 'hidesAmount', d.hide_amount) as columns, d.subtotal::text as subtotal,
      d.discount_total::text as "discountTotal", d.discount_name as "discountName",
      d.discount_percentage::text as "discountPercentage", d.total::text as total, ${amountDue} as "amountDue",
      json_build_object('name', b.name, 'phone', b.phone, 'website', b.website, 'taxNumber', b.tax_number,
        'paymentDetails', b.payment_details, 'accentColor', b.invoice_accent_color,
        'logoUrl', b.invoice_logo_url, 'place', ${place('b')}) as business,
      json_build_object('name', c.name, 'email', c.email, 'place', ${place('c')}) as customer,
      ${listOf(
        sql`json_build_object('name', name, 'description', description, 'quantity', quantity::text,
          'unitPrice', unit_price::text, 'subtotal', subtotal::text)`,
        items,
      )} as items,
      ${listOf(
        sql`json_build_object('abbreviation', abbreviation, 'rate', rate::text, 'taxNumber', tax_number,
          'amount', amount::text)`,
        taxes,
      )} as taxes,
      ${listOf(sql`json_build_object('day', day::text, 'amount', amount::text)`, payments)} as payments
    from ${sql.table(`${noun}s`)} d join businesses b on b.id = d.business_id
      join customers c on c.business_id = d.business_id and c.id = d.customer_id
    where d.business_id = ${businessId} and d.id = ${id}::bigint`.execute(handle)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no ${noun} ${id} to print`)
  return printDocument({ ...row, kind })
}

/** Formats an invoice or estimate for its customer, in the customer's language and the spelling of the business's country. */
export function printDocument(onPaper: DocumentOnPaper): PrintedDocument {
  const { business, customer, kind, subhead, number, poNumber, day, dueDay } = onPaper
  const { currencyCode, memo, footer } = onPaper
  const currency = knownCurrency(currencyCode)
  const amount = (minorUnits: string) => formatAmount({ minorUnits: BigInt(minorUnits), currency })
  const locale = documentLocaleOf(business.place, customer.place)
  const from = { countryCode: business.place.countryCode, locale }
  const { title, ...columns } = headingsIn(locale, onPaper)
  const taxNumber = business.taxNumber && printedWords(locale).taxNumber(business.taxNumber)
  return {
    ...{ kind, ...from, title, subhead, number, poNumber, day, dueDay, currencyCode, memo, footer },
    columns: { ...onPaper.columns, ...columns },
    paper: paperOf(from.countryCode),
    paymentDetails: business.paymentDetails,
    business: {
      name: business.name,
      lines: linesOf([...addressLines(business.place, from), business.phone, business.website, taxNumber]),
      accentColor: business.accentColor,
      logoUrl: business.logoUrl,
    },
    customer: {
      name: customer.name,
      lines: linesOf([...addressLines(customer.place, from), customer.email]),
    },
    items: onPaper.items.map((item) => ({
      name: item.name,
      description: item.description,
      quantity: shortestText(item.quantity),
      unitPrice: priceText(knownDecimal(item.unitPrice), currency.exponent),
      amount: amount(item.subtotal),
    })),
    subtotal: amount(onPaper.subtotal),
    discounts:
      onPaper.discountTotal === '0'
        ? []
        : [{ name: discountLabel(onPaper, from), amount: amount(onPaper.discountTotal) }],
    taxes: onPaper.taxes.map((tax) => ({
      name: taxLabel({ ...tax, rate: knownDecimal(tax.rate) }, from),
      amount: amount(tax.amount),
    })),
    total: amount(onPaper.total),
    payments: onPaper.payments.map((payment) => ({
      day: payment.day,
      method: null,
      amount: amount(payment.amount),
    })),
    amountDue: onPaper.amountDue === null ? null : amount(onPaper.amountDue),
  }
}

function discountLabel(
  { discountName, discountPercentage }: Pick<DocumentOnPaper, 'discountName' | 'discountPercentage'>,
  spelling: PrintedSpelling,
): string {
  const name = discountName ?? printedWords(spelling.locale).discount
  return discountPercentage === null
    ? name
    : `${name} (${printedNumber(shortestText(discountPercentage), spelling)} %)`
}

function linesOf(lines: readonly (string | null)[]): readonly string[] {
  return lines.filter((line): line is string => line !== null && line !== '')
}

/** Returns the known e-mail address of the customer of a document. */
export async function findCustomerAddress(
  { trx, books }: BooksTransaction,
  { customerId }: Pick<AnyDocument, 'customerId'>,
): Promise<string | null> {
  const { rows } = await sql<{ readonly email: string | null }>`
    select email from customers where business_id = ${books.businessId} and id = ${customerId}::bigint`.execute(
    trx,
  )
  return rows[0]?.email ?? null
}
