import { knownCurrency } from '@counterfoil/money/currencies'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BriefContact } from '#books/contacts/contact.ts'
import type { Customer } from '#books/customers/customer.ts'
import type { PageForm } from '#books/documents/document-store.ts'
import type { Books } from '#books/open-books.ts'
import { shownStatusOf, type InvoiceLife } from './invoice-life.ts'
import type { BriefInvoice, Invoice, InvoiceItem } from './invoice.ts'

/** The optional columns and related rows that are read with a page of brief invoices. */
export type Related = {
  readonly customer: boolean
  readonly items: boolean
  readonly amounts: boolean
  readonly lastView: boolean
  readonly itemIds: boolean
}

/** @param fields Names of fields of `Invoice`, and of its items such as `items.quantity`. */
export function relatedOf(fields: readonly string[]): Related {
  return {
    customer: fields.includes('customer'),
    items: fields.includes('items'),
    amounts: ['subtotal', 'discountTotal', 'taxTotal'].some((name) => fields.includes(name)),
    lastView: fields.includes('lastViewedAt'),
    itemIds: fields.some((name) => name.startsWith('items.') && !PLAIN_ITEM_FIELDS.includes(name.slice(6))),
  }
}

/** The fields of items that most documents select. None of them needs an id. */
const PLAIN_ITEM_FIELDS = ['description', 'price', 'quantity', 'subtotal', 'total', 'unitPrice', '__typename']

/**
 * Reads a page of brief invoices and the requested related rows in one statement. Each business is one row, with all invoices in
 * one value and all items in another: a driver that decodes each column of each row separately takes three times as long.
 */
export function pageBeside(asked: Related): PageForm {
  return {
    columns: `d.business_id, d.id, d.customer_id, page.place, ${invoiceCells(asked)} as cells`,
    around: (rows) => sql`
      with page as materialized (${rows})
      select own.business_id, (
        select array_to_json(array_agg(${sql.raw(asked.customer ? 'page.cells || c.cells' : 'page.cells')})) from page
        ${asked.customer ? CUSTOMER : sql``} where page.business_id = own.business_id
      ) as invoices, ${asked.items ? itemsOf(asked) : sql`null`} as items
      from (select distinct business_id from page) own`,
  }
}

/** The time of the last view as text with milliseconds, which `Date` parses. */
const LAST_VIEW = `to_char(d.last_viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the cells of a brief invoice. All are text, because an array has one type. */
function invoiceCells({ amounts, lastView }: Related): string {
  return `array[page.place::text, d.id::text, d.customer_id::text, d.currency_code, d.invoice_number, d.invoice_day::text,
    d.due_day::text, d.life, d.total::text, d.paid::text,
    ${amounts ? 'd.subtotal::text, d.discount_total::text, d.tax_total::text' : 'null, null, null'},
    ${lastView ? LAST_VIEW : 'null'}]`
}

// The lateral join makes PostgreSQL look up each customer by key, however many rows the plan expects.
const CUSTOMER: RawBuilder<unknown> = sql`cross join lateral (
    select array[one.name, one.currency_code] as cells from customers one
    where one.business_id = page.business_id and one.id = page.customer_id limit 1
  ) c`

function itemsOf({ itemIds }: Related): RawBuilder<unknown> {
  const ids = itemIds ? 't.id::text, t.product_id::text, t.account_id::text' : 'null, null, null'
  return sql`(
    select array_to_json(array_agg(array[page.place::text, t.description, t.quantity::text, t.unit_price::text, t.subtotal::text,
      t.total::text, ${sql.raw(ids)}] order by t.position))
    from page cross join lateral (
      select * from invoice_items one where one.business_id = page.business_id and one.invoice_id = page.id offset 0
    ) t where page.business_id = own.business_id)`
}

/** The row of one business. */
export type PageAnswer = {
  readonly business_id: BusinessId
  readonly invoices: readonly (readonly [...InvoiceCells, ...CustomerCells])[]
  /** Null if there are none. */
  readonly items: readonly ItemCells[] | null
}

type InvoiceCells = readonly [
  /** The position in the page, from 1. */
  place: string,
  id: RowId<'Invoice'>,
  customerId: RowId<'Customer'>,
  currencyCode: string,
  invoiceNumber: string,
  invoiceDay: string,
  dueDay: string,
  life: InvoiceLife,
  total: string,
  paid: string,
  subtotal: string | null,
  discountTotal: string | null,
  taxTotal: string | null,
  lastViewedAt: string | null,
]

type CustomerCells = readonly [name: string, currencyCode: string | null]

type ItemCells = readonly [
  /** The position of its invoice in the page, from 1. */
  place: string,
  description: string | null,
  quantity: string,
  unitPrice: string,
  subtotal: string,
  total: string,
  id: RowId<'InvoiceItem'>,
  productId: RowId<'Product'>,
  accountId: RowId<'Account'>,
]

/** Returns the invoices of a page of one business, with their requested rows. */
export function readPage(page: PageAnswer, asked: Related, books: Books, today: string): readonly Invoice[] {
  const items = new Map(page.invoices.map(([place]): [string, ItemCells[]] => [place, []]))
  for (const item of page.items ?? []) items.get(item[0])?.push(item)
  return page.invoices.map((cells) => {
    const brief = readInvoice(cells, books, today)
    const own = asked.items ? (items.get(cells[0]) ?? []) : null
    const beside = {
      customer: asked.customer ? readCustomer([cells[14], cells[15]], brief) : null,
      items: own?.map((item) => new ListedItem(item, brief)) ?? null,
    }
    return Object.assign(brief, { beside }) as BriefInvoice as Invoice
  })
}

function readInvoice(cells: PageAnswer['invoices'][number], books: Books, today: string): BriefInvoice {
  const invoice = {
    businessId: books.businessId,
    id: cells[1],
    books,
    customerId: cells[2],
    currency: knownCurrency(cells[3]),
    number: cells[4],
    day: cells[5],
    dueDate: cells[6],
    life: cells[7],
    totalMinor: BigInt(cells[8]),
    paidMinor: BigInt(cells[9]),
    subtotalMinor: minorOf(cells[10]),
    discountMinor: minorOf(cells[11]),
    taxMinor: minorOf(cells[12]),
    lastViewedAt: cells[13] === null ? null : new Date(cells[13]),
  }
  return Object.assign(invoice, { status: shownStatusOf(invoice, today), isListed: true, beside: null })
}

/** Parses minor units. Returns undefined, not 0, for an amount that was not read, so that nobody takes it for an amount. */
function minorOf(text: string | null): bigint {
  return text === null ? (undefined as never) : BigInt(text)
}

/** A line that parses its columns on access: most documents select few of them, and a list has hundreds of lines. */
class ListedItem implements InvoiceItem {
  readonly #cells: ItemCells
  readonly #invoice: BriefInvoice

  constructor(cells: ItemCells, invoice: BriefInvoice) {
    this.#cells = cells
    this.#invoice = invoice
  }

  get businessId() {
    return this.#invoice.businessId
  }
  get books() {
    return this.#invoice.books
  }
  get currency() {
    return this.#invoice.currency
  }
  get name() {
    return null
  }
  get description() {
    return this.#cells[1]
  }
  get quantity() {
    return this.#cells[2]
  }
  get unitPrice() {
    return this.#cells[3]
  }
  get subtotalMinor() {
    return BigInt(this.#cells[4])
  }
  get totalMinor() {
    return BigInt(this.#cells[5])
  }
  get id() {
    return this.#cells[6]
  }
  get productId() {
    return this.#cells[7]
  }
  get accountId() {
    return this.#cells[8]
  }
}

function readCustomer(
  [name, currencyCode]: CustomerCells,
  { businessId, books, customerId: id }: BriefInvoice,
): Customer {
  const brief: BriefContact<'Customer'> = { businessId, id, books, name, currencyCode }
  return brief as Customer
}
