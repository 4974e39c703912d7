/** How far an invoice came; what was paid is reported by its amounts. */
export type InvoiceLife = 'DRAFT' | 'SAVED' | 'SENT' | 'VIEWED'

/** `InvoiceStatus` of the schema as it is shown; UNPAID only filters. */
export type InvoiceShownStatus = InvoiceLife | 'OVERDUE' | 'OVERPAID' | 'PAID' | 'PARTIAL'

/** What happens to an invoice. */
export type InvoiceEvent =
  | 'approve'
  /** It is to be a draft. */
  | 'draft'
  /** It is to be approved, if it is not. */
  | 'save'
  | 'send'
  /** Sending it was left out. */
  | 'skip'
  /** The customer opened its page. */
  | 'view'
  | 'pay'

/** THE TABLE: what is not in it cannot happen. */
const LIVES: Readonly<Record<InvoiceLife, Readonly<Partial<Record<InvoiceEvent, InvoiceLife>>>>> = {
  DRAFT: { approve: 'SAVED', draft: 'DRAFT', save: 'SAVED' },
  SAVED: { save: 'SAVED', send: 'SENT', skip: 'SAVED', view: 'VIEWED', pay: 'SAVED' },
  SENT: { save: 'SENT', send: 'SENT', skip: 'SENT', view: 'VIEWED', pay: 'SENT' },
  VIEWED: { save: 'VIEWED', send: 'VIEWED', skip: 'VIEWED', view: 'VIEWED', pay: 'VIEWED' },
}

/** How far an invoice is after something happened to it; undefined when that cannot happen to it. */
export function nextLife(life: InvoiceLife, event: InvoiceEvent): InvoiceLife | undefined {
  return LIVES[life][event]
}

/**
 * What an invoice is on a day: of several that are true, the first.
 *
 * @param today Where the business is, `yyyy-MM-dd`.
 */
export function shownStatusOf(
  invoice: {
    readonly life: InvoiceLife
    readonly totalMinor: bigint
    readonly paidMinor: bigint
    readonly dueDate: string
  },
  today: string,
): InvoiceShownStatus {
  const { life, totalMinor, paidMinor } = invoice
  // The customer owes nothing for a credit note: it is paid back, and never late.
  const isCredit = totalMinor < 0n
  if (life === 'DRAFT') return 'DRAFT'
  if (paidMinor > (isCredit ? 0n : totalMinor)) return 'OVERPAID'
  if (paidMinor === totalMinor) return 'PAID'
  if (!isCredit && invoice.dueDate < today) return 'OVERDUE'
  return paidMinor === 0n ? life : 'PARTIAL'
}
