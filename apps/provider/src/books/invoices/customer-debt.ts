import { knownCurrency } from '@counterfoil/money/currencies'
import type { Customer } from '#books/customers/customer.ts'
import type { CustomerDebt } from './invoice.ts'

/** The debt of a customer in one currency, and its value in the currency of the business. */
export type CurrencyDebt = {
  readonly currencyCode: string
  readonly dueMinor: bigint
  readonly dueBaseMinor: bigint
  readonly overdueMinor: bigint
  readonly overdueBaseMinor: bigint
}

/** Returns the whole debt of a customer in the customer's currency if all of it is, else in that of the business. */
export function debtOf(
  { currencyCode, books }: Pick<Customer, 'books' | 'currencyCode'>,
  debts: readonly CurrencyDebt[],
): CustomerDebt {
  const own = currencyCode ?? books.currency.code
  if (debts.every((debt) => debt.currencyCode === own)) {
    const currency = knownCurrency(own)
    return {
      outstanding: { minorUnits: sumOf(debts, 'dueMinor'), currency },
      overdue: { minorUnits: sumOf(debts, 'overdueMinor'), currency },
    }
  }
  return {
    outstanding: { minorUnits: sumOf(debts, 'dueBaseMinor'), currency: books.currency },
    overdue: { minorUnits: sumOf(debts, 'overdueBaseMinor'), currency: books.currency },
  }
}

function sumOf(debts: readonly CurrencyDebt[], name: Exclude<keyof CurrencyDebt, 'currencyCode'>): bigint {
  return debts.reduce((sum, debt) => sum + debt[name], 0n)
}
