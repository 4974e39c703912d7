import { knownCurrency } from '@counterfoil/money/currencies'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Books } from '#books/open-books.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'

/** Creates a business in Canadian dollars, and its books with the initial chart of accounts. */
export async function seedBooks(db: Database, now: Date): Promise<Books> {
  const businessId = newUuid<BusinessId>()
  const business = {
    id: businessId,
    name: 'Quay Books',
    currency_code: 'CAD',
    created_at: now,
    modified_at: now,
  }
  await db.insertInto('businesses').values(business).execute()
  return {
    businessId,
    currency: knownCurrency('CAD'),
    timeZone: null,
    locale: 'en' as const,
  } as unknown as Books
}
