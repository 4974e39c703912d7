import type { FieldReader } from '#books/input-faults.ts'
import type { PaymentAccount } from './payment.ts'

/** Adds faults of the account that a payment is made to or from. */
export function judgePaymentAccount(
  fields: FieldReader,
  account: PaymentAccount,
  /** That of the document, and that of the business. */
  currencyCodes: readonly [string, string],
): void {
  const refuse = (code: 'ARCHIVED' | 'CURRENCY_MISMATCH' | 'INVALID' | 'SYSTEM_ACCOUNT', message: string) =>
    fields.refuse('paymentAccountId', code, message)
  if (account.isSystem) refuse('SYSTEM_ACCOUNT', 'Only the system enters on it.')
  else if (!HOLDS_MONEY.has(account.type))
    refuse('INVALID', 'An account of income or expenses holds no money.')
  if (account.isArchived) refuse('ARCHIVED', 'The account is archived.')
  if (!currencyCodes.includes(account.currencyCode)) {
    refuse('CURRENCY_MISMATCH', `The account is kept in neither ${currencyCodes.join(' nor ')}.`)
  }
}

/** Payments may be made to an owner in person, which is equity. */
const HOLDS_MONEY: ReadonlySet<PaymentAccount['type']> = new Set(['ASSET', 'EQUITY', 'LIABILITY'])
