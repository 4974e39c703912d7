import { addDays, daysBetween } from '#figures/day.ts'

/** The usual payment terms, in days. */
const USUAL_TERMS = [0, 14, 30] as const
/** The value of the terms field for a due date that was typed. */
export const OWN_DATE = 'own'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export interface NumberedInvoice {
  readonly invoiceNumber: string
  readonly invoiceDate: string
  readonly dueDate: string
}

/** Returns the payment terms to choose from, in days: the usual ones and those of the latest invoice. */
export function offeredTerms(latest: number): readonly number[] {
  return [...new Set([...USUAL_TERMS, latest])].toSorted((one, other) => one - other)
}

/** Returns the payment terms of the latest invoice in days; 30 if there is no invoice. */
export function latestTerms([latest]: readonly NumberedInvoice[]): number {
  const days = latest === undefined ? -1 : daysBetween({ from: latest.invoiceDate, to: latest.dueDate })
  return days < 0 ? 30 : days
}

/** Returns the value of the terms field that matches these two dates. */
export function termsOf(
  days: { readonly invoiceDate: string; readonly dueDate: string },
  offered: readonly number[],
) {
  if (!DAY.test(days.invoiceDate) || !DAY.test(days.dueDate)) return OWN_DATE
  const between = daysBetween({ from: days.invoiceDate, to: days.dueDate })
  return offered.includes(between) ? String(between) : OWN_DATE
}

/** Returns the due date for an invoice date and terms; undefined for `OWN_DATE` or if the invoice date is not a day. */
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
 * Returns the number that the provider will probably assign: the largest number plus one, with the same prefix and at least as many
 * digits. The provider may assign a larger one, since it also counts deleted invoices. Undefined if no number ends in digits.
 *
 * @param invoices Sorted by number, largest first. Numbers that do not end in digits come first.
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
