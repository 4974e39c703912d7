import { parseMinorUnitValue } from './amount.ts'
import { dayIn, daysBetween } from './day.ts'
import { countInvoices, type InvoiceHead, type PictureFacts } from './picture-facts.ts'

/** The number of days that the picture covers. */
export const PROGRESS_DAYS = 90

interface SentRow extends InvoiceHead {
  readonly dueDate: string
  readonly lastSentAt: string | null
  readonly lastViewedAt: string | null
  readonly amountDue: { readonly minorUnitValue: string }
}

export const PROGRESS_STEPS = ['sent', 'opened', 'due', 'paid'] as const
type ProgressStep = (typeof PROGRESS_STEPS)[number]

export interface InvoiceProgressModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  /** The number of invoices for each step, independently: a paid invoice need not have been opened. */
  readonly steps: Readonly<Record<ProgressStep, number>>
  /** The number of invoices sent, not opened since, and not paid. */
  readonly waiting: number
  readonly paidUnopened: number
}

/**
 * Builds P12: the progress of invoices sent in the last ninety days. No money is added up, so that invoices in every currency
 * count.
 */
export function buildInvoiceProgress(
  rows: readonly SentRow[],
  about: { readonly today: string; readonly timezone: string | null; readonly partial: boolean },
): InvoiceProgressModel {
  const { today, timezone } = about
  const sent = rows.filter(({ lastSentAt }) => {
    if (lastSentAt === null) return false
    const daysAgo = daysBetween({ from: dayIn({ zone: timezone, instant: lastSentAt }), to: today })
    return daysAgo >= 0 && daysAgo < PROGRESS_DAYS
  })
  const { counted, excluded } = countInvoices(sent)
  const seen = counted.map((row) => ({
    isOpened: isOpened(row),
    // An invoice that is due today is due but not late.
    isDue: row.dueDate <= today,
    isPaid: parseMinorUnitValue(row.amountDue.minorUnitValue) <= 0,
  }))
  const count = (of: (row: (typeof seen)[number]) => boolean) => seen.filter(of).length
  return {
    form: counted.length === 0 ? 'empty' : 'full',
    steps: {
      sent: counted.length,
      opened: count(({ isOpened }) => isOpened),
      due: count(({ isDue }) => isDue),
      paid: count(({ isPaid }) => isPaid),
    },
    waiting: count((row) => !row.isOpened && !row.isPaid),
    paidUnopened: count((row) => !row.isOpened && row.isPaid),
    from: { invoices: counted.length },
    excluded,
    partial: about.partial,
  }
}

/** Returns true if the invoice was opened after it was last sent. */
function isOpened({ lastSentAt, lastViewedAt }: SentRow): boolean {
  if (lastSentAt === null || lastViewedAt === null) return false
  return Date.parse(lastViewedAt) >= Date.parse(lastSentAt)
}
