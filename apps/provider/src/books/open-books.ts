import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { $brand } from 'zod'
import { documentLocaleOf, type DocumentLocale } from '#books/printing/printed-document.ts'
import { viewerOf, type HasViewer, type Viewer } from '#caller/viewer.ts'
import {
  findWritableBusiness,
  readReachedBusiness,
  type Business,
  type BusinessReader,
} from './business/business.ts'

/**
 * The books of one business, opened for the caller. Every store of the books requires them, so that no statement can omit the
 * business or reach another one. Only {@link openBooks} creates them.
 */
export type Books = {
  readonly businessId: BusinessId
  readonly currency: Currency
  /** The IANA time zone of the business; null means UTC. */
  readonly timeZone: string | null
  /** The language in which the books describe entries of documents. */
  readonly locale: DocumentLocale
} & $brand<'Books'>

/** The result of opening books. `unknown` includes businesses of others; an `archived` one accepts no changes. */
export type OpenedBooks =
  | { readonly kind: 'open'; readonly books: Books }
  | { readonly kind: 'archived' }
  | { readonly kind: 'unknown' }

/**
 * Opens the books of a business that the token reaches now, for changes.
 *
 * @throws CallerError FORBIDDEN while the plan is not active, and for a member with read access only
 */
export async function openBooks(
  businesses: BusinessReader,
  viewer: Viewer,
  businessId: BusinessId,
): Promise<OpenedBooks> {
  const business = await findWritableBusiness(businesses, viewer, businessId)
  if (business === null) return { kind: 'unknown' }
  return business.isArchived ? { kind: 'archived' } : { kind: 'open', books: booksOf(business) }
}

/**
 * Returns the books of a business through a row that the caller has already reached.
 *
 * @throws CallerError FORBIDDEN if its plan has ended meanwhile
 */
export async function openReachedBooks(context: ReachContext, businessId: BusinessId): Promise<Books> {
  return booksOf(await readReachedBusiness(context.businesses, viewerOf(context), businessId))
}

/** The context of resolvers below a business. */
export type ReachContext = HasViewer & { readonly businesses: BusinessReader }

function booksOf(business: Business): Books {
  const { uuid, currencyCode, timezone } = business
  const locale = documentLocaleOf(business)
  return { businessId: uuid, currency: knownCurrency(currencyCode), timeZone: timezone, locale } as Books
}
