import { AmountRefused } from './amount.ts'
import { type InvoiceCurrency, RateUnknown } from './own-currency.ts'

/** What every picture says beside its figures. Plain JSON: it travels with the page. */
export interface PictureFacts {
  /** Of how much it was made, as counted by the provider. */
  readonly from: {
    readonly transactions?: number | undefined
    readonly invoices?: number
    /** How many there are, where fewer were read. */
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

/** What was left out, and is said. */
interface Excluded {
  readonly drafts: number
  /** Rows in a status that this app does not know. */
  readonly unknownStatus: number
}

/** A picture that cannot be drawn, and why. */
export interface Unavailable {
  readonly form: 'unavailable'
  /**
   * `not_offered`: the provider has nothing of the kind. `not_allowed`: the person has not allowed it.
   * `failed`: it did not come. `late`: there was too much to read in the time there is. `refused`: an amount is too large to be exact.
   * `no_rate`: amounts of several currencies cannot be compared, because an exchange rate is not known.
   */
  readonly why: 'not_offered' | 'not_allowed' | 'failed' | 'late' | 'refused' | 'no_rate'
}

/** Something that was not read, and why. */
export interface Unread extends Unavailable {
  readonly why: Exclude<Unavailable['why'], 'late' | 'no_rate'>
}

/** Why something was not read: what was asked for failed; what was not asked for is not offered, or not allowed. */
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

/** A picture, or that its amounts are too large to be exact or cannot be compared; the others on the page are left alone. */
export function orUnavailable<Model>(build: () => Model): Model | Unavailable {
  try {
    return build()
  } catch (thrown) {
    if (thrown instanceof AmountRefused) return { form: 'unavailable', why: 'refused' }
    if (thrown instanceof RateUnknown) return { form: 'unavailable', why: 'no_rate' }
    throw thrown
  }
}

/** While rows are missing, nothing is said to be none: what is empty then did not come. */
export function orFailed<Model extends { readonly form: string }>(
  model: Model | Unavailable,
): Model | Unavailable {
  const isPart = 'partial' in model && model.partial === true
  return isPart && model.form === 'empty' ? { form: 'unavailable', why: 'failed' } : model
}

/** What every picture needs to know of an invoice before it looks at its own columns. */
export interface InvoiceHead extends InvoiceCurrency {
  readonly id: string
  readonly status: string
}

/** What counts in the books, as far as this version knows. */
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
 * Divides invoices into those that a picture counts and those it only mentions. One that came twice, because the list moved
 * between two pages, counts once, as it came last.
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

/** An order that is the same in every browser and on the server. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
