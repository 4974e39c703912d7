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

/** What can be asked of the list of transactions in its address; its order is that of the days. */
export const TRANSACTION_LIST: ListShape = {
  filters: {
    kind: { kind: 'choice', values: TRANSACTION_VIEWS },
    from: { kind: 'day' },
    to: { kind: 'day' },
    q: { kind: 'text' },
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
 * The rows that hold the sought text in their description, in the name of an account, or as an amount; undefined where nothing is
 * sought. The provider cannot look for a text.
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

/** "1,234.50" and "1.234,50 €" are "1234.5": one or two digits behind the last sign are cents, all other signs only group. */
function typedAmount(sought: string): string | undefined {
  const [, whole = '', cents = '0'] =
    /^([\d.,]*?)(?:[.,](\d\d?))?$/.exec(sought.replaceAll(/[^\d.,]/g, '')) ?? []
  return whole === '' ? undefined : plainAmount(`${whole.replaceAll(/[.,]/g, '')}.${cents}`)
}

const OF_DOCUMENTS: readonly string[] = [
  ...['INVOICE', 'INVOICE_PAYMENT'],
  ...['ESTIMATE_PAYMENT', 'DEPOSIT_APPLIED'],
]

/** The number of the invoice or estimate that a transaction is about, as its description says it; undefined where it says none. */
export function numberIn({ kind, description }: Pick<Node, 'kind' | 'description'>): string | undefined {
  return OF_DOCUMENTS.includes(kind) ? /\S*\d\S*$/.exec(description)?.[0] : undefined
}

export function kindName({ kind }: Pick<Node, 'kind'>, words: PartWords['transactions']): string {
  const known: Readonly<Record<string, string>> = words.kinds
  return known[kind] ?? words.otherKind
}

/** Without a sign and without zeros at its end: "-12.50" is "12.5". */
function plainAmount(text: string): string {
  const unsigned = text.replace('-', '')
  return unsigned.includes('.') ? unsigned.replace(/\.?0+$/, '') : unsigned
}

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
