import { inputFault, type InputFault } from '#books/input-faults.ts'

/** The stored progress of an estimate. */
export type EstimateLife =
  'DRAFT' | 'APPROVED' | 'SENT' | 'VIEWED' | 'ACCEPTED' | 'REJECTED' | 'CONVERTED' | 'DELETED'

/** `EstimateStatus` of the schema. `EXPIRED` is not stored: it follows from the due date. */
export type EstimateShownStatus = EstimateLife | 'EXPIRED'

/** The events that change an estimate's progress. Its customer triggers `view`, `accept` and `reject` on the estimate's page. */
export type EstimateEvent =
  | 'approve'
  | 'send'
  | 'skipSending'
  | 'markAccepted'
  | 'resetAcceptance'
  | 'recordDeposit'
  | 'view'
  | 'accept'
  | 'reject'
  | 'convert'
  | 'delete'

/** The progress of an estimate. `undecided` is its progress before it was accepted or rejected. */
export type EstimateStanding = {
  readonly life: EstimateLife
  readonly undecided: EstimateLife | null
}

/** The progress after an event, by shown status, because an expired estimate does not allow the events of a sent one. */
type Row = Readonly<Partial<Record<EstimateShownStatus, EstimateLife | 'STAYS' | 'UNDECIDED'>>>

/** THE TABLE of allowed events. All others are refused. */
const TRANSITIONS: Readonly<Record<EstimateEvent, Row>> = {
  approve: { DRAFT: 'APPROVED' },
  send: {
    APPROVED: 'SENT',
    SENT: 'STAYS',
    VIEWED: 'SENT',
    REJECTED: 'SENT',
    ACCEPTED: 'STAYS',
    CONVERTED: 'STAYS',
  },
  skipSending: {
    APPROVED: 'STAYS',
    SENT: 'STAYS',
    VIEWED: 'STAYS',
    REJECTED: 'STAYS',
    ACCEPTED: 'STAYS',
    CONVERTED: 'STAYS',
  },
  markAccepted: {
    APPROVED: 'ACCEPTED',
    SENT: 'ACCEPTED',
    VIEWED: 'ACCEPTED',
    REJECTED: 'ACCEPTED',
    ACCEPTED: 'STAYS',
  },
  resetAcceptance: {
    DRAFT: 'STAYS',
    APPROVED: 'STAYS',
    SENT: 'STAYS',
    VIEWED: 'STAYS',
    EXPIRED: 'STAYS',
    ACCEPTED: 'UNDECIDED',
    REJECTED: 'UNDECIDED',
  },
  recordDeposit: {
    APPROVED: 'ACCEPTED',
    SENT: 'ACCEPTED',
    VIEWED: 'ACCEPTED',
    REJECTED: 'ACCEPTED',
    ACCEPTED: 'STAYS',
  },
  view: {
    APPROVED: 'VIEWED',
    SENT: 'VIEWED',
    VIEWED: 'STAYS',
    EXPIRED: 'STAYS',
    ACCEPTED: 'STAYS',
    REJECTED: 'STAYS',
    CONVERTED: 'STAYS',
  },
  accept: { APPROVED: 'ACCEPTED', SENT: 'ACCEPTED', VIEWED: 'ACCEPTED', ACCEPTED: 'STAYS' },
  reject: { APPROVED: 'REJECTED', SENT: 'REJECTED', VIEWED: 'REJECTED', REJECTED: 'STAYS' },
  convert: { APPROVED: 'CONVERTED', SENT: 'CONVERTED', VIEWED: 'CONVERTED', ACCEPTED: 'CONVERTED' },
  delete: {
    DRAFT: 'DELETED',
    APPROVED: 'DELETED',
    SENT: 'DELETED',
    VIEWED: 'DELETED',
    EXPIRED: 'DELETED',
    ACCEPTED: 'DELETED',
    REJECTED: 'DELETED',
    CONVERTED: 'DELETED',
    DELETED: 'STAYS',
  },
}

const DECIDED: ReadonlySet<EstimateLife> = new Set(['ACCEPTED', 'REJECTED'])

/** The progress values that expire after the due date. */
const EXPIRING: ReadonlySet<EstimateLife> = new Set(['APPROVED', 'SENT', 'VIEWED'])

/** Returns the status to show. Days are `yyyy-MM-dd`; `today` is that of the business. An estimate is valid on its due date. */
export function shownStatusOf(
  { life, dueDay }: { readonly life: EstimateLife; readonly dueDay: string },
  today: string,
): EstimateShownStatus {
  return EXPIRING.has(life) && dueDay < today ? 'EXPIRED' : life
}

/** Returns the progress after an event; undefined if the shown status does not allow the event. */
export function nextStanding(
  { life, undecided }: EstimateStanding,
  shown: EstimateShownStatus,
  event: EstimateEvent,
): EstimateStanding | undefined {
  const to = TRANSITIONS[event][shown]
  if (to === undefined) return undefined
  if (to === 'STAYS' || to === life) return { life, undecided }
  if (to === 'UNDECIDED') return { life: undecided ?? 'APPROVED', undecided: null }
  if (DECIDED.has(to)) return { life: to, undecided: DECIDED.has(life) ? undecided : life }
  return { life: to, undecided: to === 'SENT' || to === 'VIEWED' ? null : undecided }
}

/** Returns true if the estimate can no longer be changed. */
export function isClosed({ life }: { readonly life: EstimateLife }): boolean {
  return life === 'CONVERTED' || life === 'DELETED'
}

/** Returns the fault of an action that is not allowed in the present status of the estimate. */
export function stateFault(field: string, { status }: { readonly status: EstimateShownStatus }): InputFault {
  return inputFault(field, 'INVALID_STATE', `This cannot be done while the estimate is ${status}.`)
}
