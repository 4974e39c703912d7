import { AmountRefused } from './amount.ts'
import { type InvoiceCurrency, RateUnknown } from './own-currency.ts'

/** The facts that every picture shows beside its figures. Plain JSON: it is sent with the page. */
export interface PictureFacts {
  /** The numbers of rows from which the picture was made, as counted by the provider. */
  readonly from: {
    readonly transactions?: number | undefined
    readonly invoices?: number
    /** The number of all invoices, if fewer were read. */
    readonly invoicesInAll?: number
    readonly accounts?: number
    readonly payments?: number
  }
  readonly excluded: Excluded
  /** True while rows are missing: then totals are "at least". */
  readonly partial: boolean
  /** True if amounts in other currencies were converted: then totals are "about". */
  readonly isAbout?: boolean
}

/** The numbers of rows that were left out, which the picture names. */
interface Excluded {
  readonly drafts: number
  /** The number of rows in a status that this app does not know. */
  readonly unknownStatus: number
}

/** A picture that cannot be drawn, with the reason. */
export interface Unavailable {
  readonly form: 'unavailable'
  /**
   * `not_offered`: the provider has no such data. `not_allowed`: the person has not granted it. `failed`: it was not read. `late`:
   * there was more to read than time allowed. `refused`: an amount is too large to be exact. `no_rate`: amounts of several
   * currencies cannot be compared, because an exchange rate is unknown.
   */
  readonly why: 'not_offered' | 'not_allowed' | 'failed' | 'late' | 'refused' | 'no_rate'
}

/** Data that was not read, with the reason. */
export interface Unread extends Unavailable {
  readonly why: Exclude<Unavailable['why'], 'late' | 'no_rate'>
}

/** Returns why data was not read: requested data failed; other data is not offered or not allowed. */
export function whyUnread(
  about: { readonly scopes: readonly string[]; readonly offersTransactions?: boolean },
  ...needed: readonly string[]
): Unread {
  if (about.offersTransactions === false && needed.includes('transaction:read'))
    return { form: 'unavailable', why: 'not_offered' }
  const isAllowed = needed.every((scope) => about.scopes.includes(scope))
  return { form: 'unavailable', why: isAllowed ? 'failed' : 'not_allowed' }
}

export const NOTHING_EXCLUDED: Excluded = { drafts: 0, unknownStatus: 0 }

/** Returns a picture, or the reason if its amounts are too large or cannot be compared. Other pictures are not affected. */
export function orUnavailable<Model>(build: () => Model): Model | Unavailable {
  try {
    return build()
  } catch (thrown) {
    if (thrown instanceof AmountRefused) return { form: 'unavailable', why: 'refused' }
    if (thrown instanceof RateUnknown) return { form: 'unavailable', why: 'no_rate' }
    throw thrown
  }
}

/** Returns `failed` for an empty picture while rows are missing: its rows may be the missing ones. */
export function orFailed<Model extends { readonly form: string }>(
  model: Model | Unavailable,
): Model | Unavailable {
  const isPart = 'partial' in model && model.partial === true
  return isPart && model.form === 'empty' ? { form: 'unavailable', why: 'failed' } : model
}

/** The fields of an invoice that every picture needs. */
export interface InvoiceHead extends InvoiceCurrency {
  readonly id: string
  readonly status: string
}

/** The invoice statuses that count in the books, as far as this version knows. */
const COUNTED: ReadonlySet<string> = new Set([
  'SAVED',
  'SENT',
  'VIEWED',
  'PARTIAL',
  'UNPAID',
  'OVERDUE',
  'PAID',
  'OVERPAID',
])

/**
 * Separates invoices that a picture counts from those it only mentions. An invoice that came twice, because the list moved between
 * two pages, counts once, in its latest version.
 */
export function countInvoices<Row extends InvoiceHead>(
  rows: readonly Row[],
): { readonly counted: readonly Row[]; readonly excluded: Excluded } {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  const approved = unique.filter(({ status }) => COUNTED.has(status))
  const drafts = unique.filter(({ status }) => status === 'DRAFT').length
  return {
    counted: approved,
    excluded: { drafts, unknownStatus: unique.length - approved.length - drafts },
  }
}

/** Compares texts in an order that is the same in every browser and on the server. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
