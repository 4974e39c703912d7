import { knownCurrency } from '@counterfoil/money/currencies'
import type { Money } from '@counterfoil/money/money'
import type { Clock } from '@counterfoil/service/values/clock'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { Customer } from '#books/customers/customer.ts'
import { allOf, idCondition } from '#books/documents/document-list-store.ts'
import {
  briefColumnsOf,
  columnsOf,
  readBriefRow,
  readDocumentRow,
  type BriefDocumentRow,
  type DocumentRow,
} from '#books/documents/document-row.ts'
import { createDocumentStore, type DocumentTable } from '#books/documents/document-store.ts'
import type { Books } from '#books/open-books.ts'
import { createRelation, createRowReader, keyOf, type RowStore } from '#books/row-reader.ts'
import { readRowsOf, type KeyColumns } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import { shownStatusOf, type InvoiceLife } from './invoice-life.ts'
import { pageBeside, readPage, relatedOf, type PageAnswer, type Related } from './invoice-related-store.ts'
import type { BriefInvoice, Invoice, InvoiceFilter, InvoiceStatus } from './invoice.ts'

type BriefInvoiceRow = BriefDocumentRow<'Invoice'> & { readonly life: InvoiceLife }

type InvoiceRow = BriefInvoiceRow &
  DocumentRow<'Invoice'> & {
    readonly sourceEstimateId: RowId<'Estimate'> | null
    readonly isDeleted: boolean
  }

/** The states of invoices that have to be paid. */
const OWED_STATES = ['PARTIAL', 'SAVED', 'SENT', 'VIEWED'] as const
/** The states of credit notes, which have to be paid back. */
const CREDIT_STATES = OWED_STATES.map((state) => `CREDIT_${state}` as const)

const CONDITIONS: Readonly<Record<InvoiceStatus, RawBuilder<unknown>>> = {
  DRAFT: sql`d.state = 'DRAFT'`,
  OVERDUE: sql`${isIn(OWED_STATES)} and d.due_day < asked.today`,
  OVERPAID: sql`d.state = 'OVERPAID'`,
  PAID: sql`d.state = 'PAID'`,
  PARTIAL: whileDue('PARTIAL'),
  SAVED: whileDue('SAVED'),
  SENT: whileDue('SENT'),
  UNPAID: isIn([...OWED_STATES, ...CREDIT_STATES]),
  VIEWED: whileDue('VIEWED'),
}

function isIn(states: readonly string[]): RawBuilder<unknown> {
  return sql`d.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** Returns the condition for a state of invoices that are not overdue, including credit notes, which never are. */
function whileDue(state: (typeof OWED_STATES)[number]): RawBuilder<unknown> {
  const ofCredits = `CREDIT_${state}` as const
  return sql`${isIn([state, ofCredits])} and (d.due_day >= asked.today or ${isIn([ofCredits])})`
}

/** The statuses that are shown, in their order. They do not overlap. */
const SHOWN_STATUSES = [
  'DRAFT',
  'SAVED',
  'SENT',
  'VIEWED',
  'PARTIAL',
  'OVERDUE',
  'PAID',
  'OVERPAID',
] as const satisfies readonly InvoiceStatus[]

/** The table of invoices, with the SQL of their lists. */
export const INVOICES: DocumentTable<'Invoice', InvoiceStatus, InvoiceRow, Invoice> = {
  kind: 'invoice',
  rowKind: 'Invoice',
  columns: `${columnsOf('invoice')}, d.source_estimate_id::text as "sourceEstimateId",
    d.deleted_at is not null as "isDeleted"`,
  readRow: (row, books, today) => ({
    ...readBriefInvoice(row, books, today),
    ...readDocumentRow(row, books),
    sourceEstimateId: row.sourceEstimateId,
    isDeleted: row.isDeleted,
  }),
  brief: {
    columns: briefColumnsOf('invoice'),
    readRow: (row, books, today) => readBriefInvoice(row, books, today) as Invoice,
  },
  isFound: sql`d.deleted_at is null`,
  conditions: CONDITIONS,
  byNumber: sql`d.number_value`,
  byStatus: sql`case ${sql.join(
    SHOWN_STATUSES.map((status, rank) => sql`when ${CONDITIONS[status]} then ${sql.lit(rank)}`),
    sql` `,
  )} end`,
  statusesOf: (filter) => (filter.status !== null || countedDays(filter) === null ? null : SHOWN_STATUSES),
  countedDays,
}

function readBriefInvoice(row: BriefInvoiceRow, books: Books, today: string): BriefInvoice {
  const brief = readBriefRow(row, books)
  const { life } = row
  return { ...brief, life, status: shownStatusOf({ ...brief, life }, today), isListed: false, beside: null }
}

function countedDays(filter: InvoiceFilter): RawBuilder<unknown> | null {
  const { status, customerId, currencyCode, ...others } = { ...filter, sort: null }
  if (Object.values(others).some((value) => value !== null)) return null
  return allOf([
    sql`d.business_id = asked.business_id`,
    idCondition(sql`d.customer_id`, customerId) ?? sql`d.customer_id = 0`,
    currencyCode === null ? null : sql`d.currency_code = ${currencyCode}`,
    status === null ? null : CONDITIONS[status],
  ])
}

export type InvoiceReader = ReturnType<ReturnType<typeof createInvoiceReaders>>['invoices']

/** Creates the factory of readers of invoices for one request, with one statement per relation for any number of invoices. */
export function createInvoiceReaders(db: Database, clock: Clock) {
  const store = createInvoiceStore(db, clock)
  return () => {
    const debts = createRelation(store.debtsOf)
    const invoices = {
      ...createRowReader(store),
      /** Returns the amounts due on the customer's approved invoices. Overpaying one invoice does not lower another. */
      owedBy: async (customer: Customer) => debtOf(customer, await debts(customer)),
      items: createRelation(store.itemsOf),
      itemTaxes: createRelation(store.taxesOf),
    }
    return { invoices }
  }
}

export function createInvoiceStore(db: Database, clock: Clock) {
  const store = createDocumentStore(db, clock, INVOICES)
  const { todayOf } = store
  const lists = new Map<string, ReturnType<typeof listAs>>()
  const listAs = (related: Related) => store.listAs<PageAnswer>(pageBeside(related))
  const listMany: RowStore<'Invoice', Invoice, InvoiceFilter>['listMany'] = async (
    books,
    filter,
    page,
    extent,
  ) => {
    if (typeof extent !== 'object') {
      const invoices = await store.listMany(books, filter, page, extent)
      return invoices.map((invoice) => ({ ...invoice, isListed: true }))
    }
    // A list is kept for each combination of related rows, so that its SQL text is built only once.
    const related = relatedOf(extent.briefFields)
    const key = Object.values(related).join()
    const list = lists.get(key) ?? listAs(related)
    lists.set(key, list)
    const rows = await list(books, filter, page)
    return readRowsOf(books, rows, (row, own) => readPage(row, related, own, todayOf(own))).flat()
  }

  return {
    ...store,
    listMany,

    /** Returns the debts of customers, one for each currency. */
    async debtsOf(customers: readonly Customer[]) {
      const { rows } = await sql<CurrencyDebt & KeyColumns<'Customer'>>`
        select d.business_id, d.customer_id::text as id, d.currency_code as "currencyCode", sum(d.due)::text as due,
          sum(d.due_base)::text as "dueBase",
          coalesce(sum(d.due) filter (where d.due_day < asked.today), 0)::text as overdue,
          coalesce(sum(d.due_base) filter (where d.due_day < asked.today), 0)::text as "overdueBase"
        from unnest(${customers.map(({ businessId }) => businessId)}::uuid[], ${customers.map(({ id }) => id)}::bigint[],
          ${customers.map(({ books }) => todayOf(books))}::date[]) as asked (business_id, id, today)
        join open_days d on d.business_id = asked.business_id and d.customer_id = asked.id
        where d.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')
        group by d.business_id, d.customer_id, d.currency_code`.execute(db)
      return Map.groupBy(rows, ({ business_id: businessId, id }) => keyOf({ businessId, id }))
    },
  }
}

/** The debt of a customer in one currency, and its value in the currency of the business, in minor units as digits. */
type CurrencyDebt = Readonly<Record<'currencyCode' | 'due' | 'dueBase' | 'overdue' | 'overdueBase', string>>

/** Returns the whole debt of a customer in the customer's currency if all of it is, else in that of the business. */
function debtOf(
  { currencyCode, books }: Pick<Customer, 'books' | 'currencyCode'>,
  debts: readonly CurrencyDebt[],
): { readonly outstanding: Money; readonly overdue: Money } {
  const own = currencyCode ?? books.currency.code
  const sumOf = (name: keyof CurrencyDebt) => debts.reduce((sum, debt) => sum + BigInt(debt[name]), 0n)
  if (debts.every((debt) => debt.currencyCode === own)) {
    const currency = knownCurrency(own)
    return {
      outstanding: { minorUnits: sumOf('due'), currency },
      overdue: { minorUnits: sumOf('overdue'), currency },
    }
  }
  return {
    outstanding: { minorUnits: sumOf('dueBase'), currency: books.currency },
    overdue: { minorUnits: sumOf('overdueBase'), currency: books.currency },
  }
}
