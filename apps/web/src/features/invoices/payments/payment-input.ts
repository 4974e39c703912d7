import type { Locale } from '@counterfoil/bff-api/session'
import { readDecimal } from '#forms/decimal-text.ts'
import type { ReadForm } from '#forms/use-sending.ts'

type Values = Readonly<Record<string, string>>

/** What is sent for a payment that came in. @param about `exchangeRate`: of the invoice; 1 within one currency. */
export function readPayment(
  values: Values,
  about: { readonly invoiceId: string; readonly exchangeRate: string; readonly language: Locale },
): ReadForm {
  const amount = readDecimal(values['amount'] ?? '', about.language)
  if (amount.kind !== 'number')
    return {
      kind: 'wrong',
      errors: [{ path: ['amount'], code: amount.kind === 'empty' ? 'REQUIRED' : 'NUMBER' }],
    }
  const missing = ['paymentDate', 'paymentAccountId'].filter((name) => (values[name] ?? '') === '')
  if (missing.length > 0)
    return { kind: 'wrong', errors: missing.map((name) => ({ path: [name], code: 'REQUIRED' })) }
  const memo = (values['memo'] ?? '').trim()
  return {
    kind: 'input',
    input: {
      invoiceId: about.invoiceId,
      exchangeRate: about.exchangeRate,
      amount: amount.text,
      paymentDate: values['paymentDate'],
      paymentAccountId: values['paymentAccountId'],
      paymentMethod: values['paymentMethod'] || 'OTHER',
      ...(memo === '' ? {} : { memo }),
    },
  }
}
