import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestBooks } from './books-endpoint.ts'

type Input = Readonly<Record<string, unknown>>

export type Sales = Awaited<ReturnType<typeof startSales>>

/** Creates a product of 100 CAD, a customer, and a sales tax of 13 %. */
export async function startSales(books: TestBooks) {
  const businessId = books.business.id
  const idOf = async (mutation: string, input: Input, noun: string): Promise<string> => {
    const answer = await books.change(mutation, { businessId, ...input }, `${noun} { id }`)
    expect(answer.inputErrors).toEqual([])
    return answer[noun].id
  }
  const { nodes: accounts } = await books.list('accounts(pageSize: 250)', 'id name')
  const accountId = (name: string): string => accounts.find((account) => account.name === name)?.id
  const tax = await idOf('salesTaxCreate', { name: 'HST', abbreviation: 'HST', rate: '0.13' }, 'salesTax')
  const product = await idOf(
    'productCreate',
    {
      name: 'Work',
      description: 'By the day',
      unitPrice: '100',
      incomeAccountId: accountId('Sales'),
      defaultSalesTaxIds: [tax],
    },
    'product',
  )
  const customer = await idOf('customerCreate', { name: 'Customer' }, 'customer')

  const sales = {
    tax,
    product,
    customer,
    cash: accountId('Cash on Hand'),
    accountId,
    addCustomer: (name: string) => idOf('customerCreate', { name }, 'customer'),
    addAccount: (input: Input) => idOf('accountCreate', { subtype: 'CASH_AND_BANK', ...input }, 'account'),
    line: (input: Input = {}) => ({ productId: product, ...input }),
    input: (input: Input = {}): any => ({
      businessId,
      customerId: customer,
      items: [{ productId: product }],
      ...input,
    }),
    async invoice(input: Input = {}): Promise<any> {
      const selection = 'invoice { id invoiceNumber status total { value } }'
      const answer = await books.change('invoiceCreate', sales.input(input), selection)
      expect(answer.inputErrors).toEqual([])
      return answer.invoice
    },
    async pay(invoice: { readonly id: string }, amount: string, input: Input = {}): Promise<any> {
      const answer = await books.change(
        'invoicePaymentCreateManual',
        {
          invoiceId: invoice.id,
          amount,
          exchangeRate: '1',
          paymentAccountId: sales.cash,
          paymentDate: '2026-11-20',
          paymentMethod: 'CASH',
          ...input,
        },
        'invoicePayment { id }',
      )
      expect(answer.inputErrors).toEqual([])
      return answer.invoicePayment
    },
    /** Returns the balances other than zero in the currency of the business, by the names of accounts. */
    async balances(): Promise<Readonly<Record<string, string>>> {
      const { nodes } = await books.list(
        'accounts(isArchived: null, pageSize: 250)',
        'name balanceInBusinessCurrency',
      )
      return Object.fromEntries(
        nodes
          .map(({ name, balanceInBusinessCurrency: balance }) => [name, balance])
          .filter(([, balance]) => !/^-?0\.00$/.test(balance)),
      )
    },
    /** Returns the sums of all postings on cash by the names of accounts; a debit is positive. */
    async cashBalances(): Promise<Readonly<Record<string, bigint>>> {
      const { rows } = await books.query(sql<{ readonly name: string; readonly sum: string }>`
        select a.name, sum(p.base_amount)::text as sum from postings p
        join accounts a on a.business_id = p.business_id and a.id = p.account_id
        where p.business_id = ${books.business.uuid} and p.book in (0, 2)
        group by a.name having sum(p.base_amount) <> 0`)
      return Object.fromEntries(rows.map(({ name, sum }) => [name, BigInt(sum)]))
    },
    async trialBalance() {
      const { rows } = await books.query(sql<{ accrual: string; cash: string; postings: number }>`
        select coalesce(sum(base_amount) filter (where book in (0, 1)), 0)::text as accrual,
          coalesce(sum(base_amount) filter (where book in (0, 2)), 0)::text as cash, count(*)::int as postings
        from postings where business_id = ${books.business.uuid}`)
      const [row] = rows
      return {
        accrual: BigInt(row?.accrual ?? 1),
        cash: BigInt(row?.cash ?? 1),
        postings: row?.postings ?? 0,
      }
    },
  }
  return sales
}
