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
  const { name, description, subtypeValue } = describePurpose(purpose)
  const typeValue = knownAccountSubtype(subtypeValue).type.value
  return { name: name + suffix, description, currencyCode, subtypeValue, typeValue }
}

function describePurpose(purpose: string): Pick<SystemAccount, 'name' | 'description' | 'subtypeValue'> {
  switch (purpose) {
    case 'RECEIVABLE':
      return {
        name: 'Accounts Receivable',
        description: 'What customers still have to pay on invoices.',
        subtypeValue: 'RECEIVABLE_INVOICES',
      }
    case 'CREDITS':
      return {
        name: 'Customer Credits',
        description: 'What customers paid ahead.',
        subtypeValue: 'SYSTEM_CUSTOMER_CREDITS',
      }
    case 'DISCOUNTS':
      return {
        name: 'Discounts',
        description: 'Reductions given on invoices; they lower income.',
        subtypeValue: 'DISCOUNTS',
      }
    case 'FX_GAIN':
      return {
        name: 'Gain on Foreign Exchange',
        description: 'Gained because a rate changed between an invoice and its payment.',
        subtypeValue: 'GAIN_ON_FOREIGN_EXCHANGE',
      }
    case 'FX_LOSS':
      return {
        name: 'Loss on Foreign Exchange',
        description: 'Lost because a rate changed between an invoice and its payment.',
        subtypeValue: 'LOSS_ON_FOREIGN_EXCHANGE',
      }
    default:
      throw new Error(`There is no system account for ${purpose}`)
  }
}
