import { addDays, daysBetween } from '#figures/day.ts'

/** Days until an invoice is due that a form offers. */
const USUAL_TERMS = [0, 14, 30] as const
/** What the field of the terms says of a day that was typed. */
export const OWN_DATE = 'own'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export interface NumberedInvoice {
  readonly invoiceNumber: string
  readonly invoiceDate: string
  readonly dueDate: string
}

/** The terms to choose from: the usual ones and those of the latest invoice. */
export function offeredTerms(latest: number): readonly number[] {
  return [...new Set([...USUAL_TERMS, latest])].toSorted((one, other) => one - other)
}

/** The terms of the latest invoice in days; 30 before the first. */
export function latestTerms([latest]: readonly NumberedInvoice[]): number {
  const days = latest === undefined ? -1 : daysBetween({ from: latest.invoiceDate, to: latest.dueDate })
  return days < 0 ? 30 : days
}

/** The terms that these days have, as the value of their field. */
export function termsOf(
  days: { readonly invoiceDate: string; readonly dueDate: string },
  offered: readonly number[],
) {
  if (!DAY.test(days.invoiceDate) || !DAY.test(days.dueDate)) return OWN_DATE
  const between = daysBetween({ from: days.invoiceDate, to: days.dueDate })
  return offered.includes(between) ? String(between) : OWN_DATE
}

/** The due date of an invoice of that date; undefined for an own date, and while the date is not typed. */
export function dueDateOf({
  invoiceDate,
  terms,
}: {
  readonly invoiceDate: string
  readonly terms: string
}): string | undefined {
  return terms === OWN_DATE || !DAY.test(invoiceDate) ? undefined : addDays(invoiceDate, Number(terms))
}

/**
 * The number that the provider will probably give: one more than the largest, with the same beginning and at least as many digits.
 * It knows numbers of deleted invoices too, so its own may be larger. Undefined where no number ends in digits.
 *
 * @param invoices The largest numbers first; those without digits at their end come before them.
 */
export function suggestNumber(invoices: readonly NumberedInvoice[]): string | undefined {
  if (invoices.length === 0) return '1'
  for (const { invoiceNumber } of invoices) {
    const [digits] = /\d{1,30}$/.exec(invoiceNumber) ?? []
    if (digits === undefined) continue
    const next = String(BigInt(digits) + 1n).padStart(digits.length, '0')
    return invoiceNumber.slice(0, invoiceNumber.length - digits.length) + next
  }
  return undefined
}
