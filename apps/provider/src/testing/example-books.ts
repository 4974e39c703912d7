import { knownCurrency } from '@counterfoil/money/currencies'
import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import type { Books } from '#books/open-books.ts'

/** Returns books without a database, for tests of rules. @param currency An ISO 4217 code */
export function exampleBooks(currency = 'CAD'): Books {
  const businessId = asBusinessId('11111111-1111-4111-8111-111111111111')
  return { businessId, currency: knownCurrency(currency), timeZone: null, locale: 'en' as const } as Books
}
