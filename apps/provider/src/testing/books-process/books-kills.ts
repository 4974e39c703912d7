import { sql } from 'kysely'
import type { BooksEndpoint, TestBooks } from '../books-endpoint.ts'
import { startSales } from '../sales.ts'

type Input = Readonly<Record<string, unknown>>

/** A mutation, ready to be sent, during which a process is killed. */
export type DeadlyMutation = { readonly name: string; readonly input: Input }

const PAYMENT = { paymentDate: '2026-11-20', paymentMethod: 'CASH' }

/** Functions by name, each of which creates the rows that a mutation needs, and returns the mutation. */
export const DEADLY_MUTATIONS: Readonly<Record<string, (books: TestBooks) => Promise<DeadlyMutation>>> = {
  async 'the approval of an invoice'(books) {
    const sales = await startSales(books)
    const { id } = await sales.invoice({
      items: [sales.line(), sales.line({ unitPrice: '10.05', quantity: '3' })],
    })
    return { name: 'invoiceApprove', input: { invoiceId: id } }
  },

  async 'a payment of an invoice'(books) {
    const sales = await startSales(books)
    const { id } = await sales.invoice({ status: 'SAVED' })
    await sales.pay({ id }, '20')
    const input = { invoiceId: id, amount: '50', exchangeRate: '1', paymentAccountId: sales.cash, ...PAYMENT }
    // The payment is dated before the first one, whose entry must be replaced.
    return { name: 'invoicePaymentCreateManual', input: { ...input, paymentDate: '2026-11-01' } }
  },

  async 'three transactions at once'(books) {
    const sales = await startSales(books)
    const transactions = ['1.00', '2.00', '3.00'].map((amount, index) => ({
      externalId: `takings-${index}`,
      date: '2026-11-20',
      description: 'Takings',
      anchor: { accountId: sales.cash, amount, direction: 'DEPOSIT' },
      lineItems: [{ accountId: sales.accountId('Sales'), amount, balance: 'INCREASE' }],
    }))
    return { name: 'moneyTransactionsCreate', input: { businessId: books.business.id, transactions } }
  },

  async 'the conversion of an estimate whose deposit was paid'(books) {
    const sales = await startSales(books)
    const draft = {
      ...sales.input({ items: [sales.line({ unitPrice: '100' })] }),
      depositStatus: 'ENABLED_OPTIONAL',
      depositUnit: 'PERCENTAGE',
      depositValue: '25',
    }
    const { estimate } = await books.change('estimateCreate', draft, 'estimate { id }')
    await books.change('estimateApprove', { estimateId: estimate.id })
    const deposit = { estimateId: estimate.id, amount: '28.25', ...PAYMENT }
    await books.change('estimateDepositPaymentCreateManual', deposit)
    return { name: 'convertEstimateToInvoice', input: { estimateId: estimate.id } }
  },
}

/**
 * Returns everything of a business without ids: the number of rows in each table, the state of its documents, and the balances of
 * its accounts. Waits until no writer has its books.
 */
export async function standOf(endpoint: BooksEndpoint, { business }: TestBooks): Promise<readonly string[]> {
  const { db } = endpoint.endpoint
  const own = business.uuid
  const tables = await endpoint.tables()
  const counts = tables.map(
    (table) =>
      sql`select ${`${table}: `}::text || count(*) as line from ${sql.table(table)} where business_id = ${own}`,
  )
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from book_settings where business_id = ${own} for update`.execute(trx)
    const { rows } = await sql<{ readonly line: string }>`
      ${sql.join(counts, sql` union all `)}
      union all select concat_ws(' ', 'invoice', invoice_number, life, paid, due, entry_id is null) from invoices where business_id = ${own}
      union all select concat_ws(' ', 'estimate', estimate_number, life, paid, invoice_id is null) from estimates where business_id = ${own}
      union all select concat_ws(' ', 'account', a.name, d.book, d.day, d.net) from account_days d
        join accounts a on a.business_id = d.business_id and a.id = d.account_id where d.business_id = ${own}
      order by 1`.execute(trx)
    return rows.map(({ line }) => line)
  })
}
