import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { TransactionKind, TransactionsQuery } from '#generated/operations.ts'
import { type ChooseRows, isFound } from '#lists/choose-rows.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'
import type { PartWords } from '#words/part-words.ts'

const KINDS = {
  in: 'DEPOSIT',
  out: 'WITHDRAWAL',
  invoices: 'INVOICE',
  payments: 'INVOICE_PAYMENT',
} as const satisfies Record<string, TransactionKind>

type TransactionView = keyof typeof KINDS
export const TRANSACTION_VIEWS = Object.keys(KINDS) as readonly TransactionView[]

export function kindOf(view: TransactionView): TransactionKind {
  return KINDS[view]
}

/** The filters of the transaction list in its address. The list is always sorted by day. */
export const TRANSACTION_LIST: ListShape = {
  filters: {
    kind: { kind: 'choice', values: TRANSACTION_VIEWS },
    from: { kind: 'day' },
    to: { kind: 'day' },
    q: { kind: 'text' },
  },
  sorts: ['-date'],
}

/** Returns the variables of the list's query. The cash is requested only if it can be counted back from the listed rows. */
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
    countsCash:
      view === undefined &&
      filters['to'] === undefined &&
      filters['q'] === undefined &&
      allowsScope(scopes, 'account:read'),
  }
}

export function oneTransactionVariables(
  { businessId }: Pick<ConnectionView, 'businessId'>,
  transactionId: string,
) {
  return { id: businessId, transactionId }
}

type Business = NonNullable<TransactionsQuery['business']>
type Node = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>

export type TransactionRow = Node

export const pickTransactions = ({ business }: TransactionsQuery) => business?.transactions

/**
 * Returns a function that finds rows by description, account name or amount; undefined if no text is sought. The provider cannot
 * search transactions by text.
 */
export function transactionsHere({ filters }: ListAddress): ChooseRows<TransactionRow> | undefined {
  const sought = filters['q']
  if (sought === undefined) return undefined
  const amount = typedAmount(sought)
  const isSought = ({ description, lines }: Node) =>
    isFound({ name: description, sought }) ||
    lines.some(
      (line) =>
        isFound({ name: line.account.name, sought }) || plainAmount(line.amountInBusinessCurrency) === amount,
    )
  return (rows) => rows.filter(isSought)
}

/** Parses a typed amount: "1,234.50" and "1.234,50 €" are "1234.5". One or two digits after the last separator are cents. */
function typedAmount(sought: string): string | undefined {
  const [, whole = '', cents = '0'] =
    /^([\d.,]*?)(?:[.,](\d\d?))?$/.exec(sought.replaceAll(/[^\d.,]/g, '')) ?? []
  return whole === '' ? undefined : plainAmount(`${whole.replaceAll(/[.,]/g, '')}.${cents}`)
}

const OF_DOCUMENTS: readonly string[] = [
  ...['INVOICE', 'INVOICE_PAYMENT'],
  ...['ESTIMATE_PAYMENT', 'DEPOSIT_APPLIED'],
]

/** Returns the invoice or estimate number in the description of a transaction; undefined if it contains none. */
export function numberIn({ kind, description }: Pick<Node, 'kind' | 'description'>): string | undefined {
  return OF_DOCUMENTS.includes(kind) ? /\S*\d\S*$/.exec(description)?.[0] : undefined
}

export function kindName({ kind }: Pick<Node, 'kind'>, words: PartWords['transactions']): string {
  const known: Readonly<Record<string, string>> = words.kinds
  return known[kind] ?? words.otherKind
}

/** Removes the sign and trailing zeros: "-12.50" becomes "12.5". */
function plainAmount(text: string): string {
  const unsigned = text.replace('-', '')
  return unsigned.includes('.') ? unsigned.replace(/\.?0+$/, '') : unsigned
}

/**
 * Returns the change of the cash and bank accounts by a transaction, as decimal text in the currency of the business; undefined if
 * it changed none of them. A transfer between two of them is zero.
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
