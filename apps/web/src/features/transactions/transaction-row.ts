import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { TransactionKind, TransactionsQuery } from '#generated/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

const KINDS = {
  in: 'DEPOSIT',
  out: 'WITHDRAWAL',
  invoices: 'INVOICE',
  payments: 'INVOICE_PAYMENT',
} as const satisfies Record<string, TransactionKind>

type TransactionView = keyof typeof KINDS
export const TRANSACTION_VIEWS = Object.keys(KINDS) as readonly TransactionView[]

/** The kind of transaction that a view shows. */
export function kindOf(view: TransactionView): TransactionKind {
  return KINDS[view]
}

/** What can be asked of the list of transactions in its address; its order is that of the days. */
export const TRANSACTION_LIST: ListShape = {
  filters: {
    kind: { kind: 'choice', values: TRANSACTION_VIEWS },
    from: { kind: 'day' },
    to: { kind: 'day' },
  },
  sorts: ['-date'],
}

/** The variables of the list's query: what there is in cash is asked for where the list can be counted back from it. */
export function transactionVariables(
  { filters }: ListAddress,
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
) {
  const view = TRANSACTION_VIEWS.find((each) => each === filters['kind'])
  return {
    id: businessId,
    kind: view === undefined ? null : KINDS[view],
    from: filters['from'] ?? null,
    to: filters['to'] ?? null,
    countsCash: view === undefined && filters['to'] === undefined && allowsScope(scopes, 'account:read'),
  }
}

type Business = NonNullable<TransactionsQuery['business']>
type Node = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>

/** One line of the list of transactions. */
export type TransactionRow = Node

export const pickTransactions = ({ business }: TransactionsQuery) => business?.transactions

/**
 * What a transaction brought to the accounts of cash and banks or took from them, as decimal text in the currency of the business;
 * undefined when it touched none of them. Between two of them it is zero.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashEffect({ lines }: Pick<Node, 'lines'>, exponent: number): string | undefined {
  const cash = lines.filter(({ account }) => account.subtype.value === 'CASH_AND_BANK')
  if (cash.length === 0) return undefined
  const amounts = cash.map(({ amountInBusinessCurrency, side }) => {
    const minor = parseMinor(amountInBusinessCurrency, exponent)
    return side === 'DEBIT' ? minor : -minor
  })
  return minorText({ minor: sumMinor(amounts), exponent })
}
