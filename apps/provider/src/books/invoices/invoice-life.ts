/** The stored progress of an invoice. Payments are not part of it: the amounts show them. */
export type InvoiceLife = 'DRAFT' | 'SAVED' | 'SENT' | 'VIEWED'

/** `InvoiceStatus` of the schema without `UNPAID`, which is only a filter. */
export type InvoiceShownStatus = InvoiceLife | 'OVERDUE' | 'OVERPAID' | 'PAID' | 'PARTIAL'

/** The events of an invoice. */
export type InvoiceEvent =
  | 'approve'
  /** The invoice is to be a draft. */
  | 'draft'
  /** The invoice is to be approved, unless it already is. */
  | 'save'
  | 'send'
  /** Sending the invoice was skipped. */
  | 'skip'
  /** The customer opened the page of the invoice. */
  | 'view'
  | 'pay'

/** THE TABLE of allowed events. All others are refused. */
const LIVES: Readonly<Record<InvoiceLife, Readonly<Partial<Record<InvoiceEvent, InvoiceLife>>>>> = {
  DRAFT: { approve: 'SAVED', draft: 'DRAFT', save: 'SAVED' },
  SAVED: { save: 'SAVED', send: 'SENT', skip: 'SAVED', view: 'VIEWED', pay: 'SAVED' },
  SENT: { save: 'SENT', send: 'SENT', skip: 'SENT', view: 'VIEWED', pay: 'SENT' },
  VIEWED: { save: 'VIEWED', send: 'VIEWED', skip: 'VIEWED', view: 'VIEWED', pay: 'VIEWED' },
}

/** Returns the progress of an invoice after an event; undefined if the event is not allowed. */
export function nextLife(life: InvoiceLife, event: InvoiceEvent): InvoiceLife | undefined {
  return LIVES[life][event]
}

/**
 * Returns the status of an invoice on a day. If several apply, the first one counts.
 *
 * @param today Today's date, `yyyy-MM-dd`, where the business is.
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
  // The customer owes nothing for a credit note, so it is never overdue.
  const isCredit = totalMinor < 0n
  if (life === 'DRAFT') return 'DRAFT'
  if (paidMinor > (isCredit ? 0n : totalMinor)) return 'OVERPAID'
  if (paidMinor === totalMinor) return 'PAID'
  if (!isCredit && invoice.dueDate < today) return 'OVERDUE'
  return paidMinor === 0n ? life : 'PARTIAL'
}
