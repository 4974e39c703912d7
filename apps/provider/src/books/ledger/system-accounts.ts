import type { Currency } from '@counterfoil/money/currencies'
import {
  knownAccountSubtype,
  type AccountSubtypeValue,
  type AccountTypeValue,
} from '#books/reference/reference-data.ts'

/** The key of an account that only the system posts to. Receivables and customer credits have one account for each currency. */
export type SystemAccountKey =
  `RECEIVABLE:${string}` | `CREDITS:${string}` | 'DISCOUNTS' | 'FX_GAIN' | 'FX_LOSS'

/** The content of a new system account. */
type SystemAccount = {
  readonly name: string
  readonly description: string
  readonly currencyCode: string
  readonly subtypeValue: AccountSubtypeValue
  readonly typeValue: AccountTypeValue
}

/** Returns the content of a system account. The initial chart of accounts has the same texts for the business's own currency. */
export function describeSystemAccount(key: SystemAccountKey, base: Currency): SystemAccount {
  const [purpose = '', currencyCode = base.code] = key.split(':')
  const suffix = currencyCode === base.code ? '' : ` (${currencyCode})`
  const described = Object.entries(PURPOSES).find(([name]) => name === purpose)?.[1]
  if (described === undefined) throw new Error(`There is no system account for ${purpose}`)
  const [subtypeValue, name, description] = described
  const typeValue = knownAccountSubtype(subtypeValue).type.value
  return { name: name + suffix, description, currencyCode, subtypeValue, typeValue }
}

/** The subtype, name and description of the system accounts of each purpose. */
const PURPOSES = {
  RECEIVABLE: ['RECEIVABLE_INVOICES', 'Accounts Receivable', 'What customers still have to pay on invoices.'],
  CREDITS: ['SYSTEM_CUSTOMER_CREDITS', 'Customer Credits', 'What customers paid ahead.'],
  DISCOUNTS: ['DISCOUNTS', 'Discounts', 'Reductions given on invoices; they lower income.'],
  FX_GAIN: [
    'GAIN_ON_FOREIGN_EXCHANGE',
    'Gain on Foreign Exchange',
    'Gained because a rate changed between an invoice and its payment.',
  ],
  FX_LOSS: [
    'LOSS_ON_FOREIGN_EXCHANGE',
    'Loss on Foreign Exchange',
    'Lost because a rate changed between an invoice and its payment.',
  ],
} as const satisfies Readonly<Record<string, readonly [AccountSubtypeValue, string, string]>>
