import type { GraphqlRequest } from '@counterfoil/testkit/fake-endpoints'
import { goodAnswer, NORTHWIND_DETAILS } from '../scripted.ts'

/** Returns one page that contains the whole list. */
export const list = (nodes: readonly object[]) => ({
  pageInfo: { totalCount: nodes.length, totalPages: 1 },
  edges: nodes.map((node) => ({ node })),
})

/** Returns a business with `cash` whole dollars in its only account, and one long overdue invoice of 40 dollars. */
export function businessWith(cash: number): object {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return {
    ...NORTHWIND_DETAILS,
    currency: { code: 'CAD', exponent: 2 },
    accounts: list([
      { id: 'bank', name: 'Everyday', isArchived: false, balanceInBusinessCurrency: `${cash}.00` },
    ]),
    cash: {
      opening: '0.00',
      days: [{ date: day, received: `${cash}.00`, spent: '0.00', moved: '0.00', balance: `${cash}.00` }],
    },
    profit: {
      basis: 'ACCRUAL',
      months: [
        { month: `${day.slice(0, 7)}-01`, income: '90.00', costOfGoodsSold: '0.00', expenses: '40.00' },
      ],
    },
    ...{ transactions: list([{}]), onUtcDay: list([]), onDayAfter: list([]) },
    open: list([
      {
        ...{ id: 'invoice', invoiceNumber: '104', status: 'OVERDUE', dueDate: '2026-01-01' },
        ...{
          currency: { code: 'CAD' },
          amountDue: { minorUnitValue: '4000' },
          customer: { id: 'c', name: 'Fern' },
        },
      },
    ]),
    overpaid: list([]),
    drafts: list([]),
    invoices: list([{}]),
  }
}

/** Returns the provider's answer to any query of the app for a business with this cash. */
export const answerWith = (cash: number) => (request: GraphqlRequest) =>
  goodAnswer(request, businessWith(cash))
