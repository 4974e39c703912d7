/** What has happened to an estimate, as it is kept. */
export type EstimateLife =
  'DRAFT' | 'APPROVED' | 'SENT' | 'VIEWED' | 'ACCEPTED' | 'REJECTED' | 'CONVERTED' | 'DELETED'

/** `EstimateStatus` of the schema. Nothing is kept when an estimate expires: its due date has passed. */
export type EstimateShownStatus = EstimateLife | 'EXPIRED'

/** What moves an estimate. `view`, `accept` and `reject` are what its customer does on the page of the estimate. */
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

/** Where an estimate is. `undecided` is what it was before it was accepted or rejected. */
export type EstimateStanding = {
  readonly life: EstimateLife
  readonly undecided: EstimateLife | null
}

/** The life an event leads to; by the status shown, because an expired estimate cannot do what a sent one can. */
type Row = Readonly<Partial<Record<EstimateShownStatus, EstimateLife | 'STAYS' | 'UNDECIDED'>>>

/** THE TABLE: what is not in it is refused. */
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

/** Lives that end by themselves when the due date has passed. */
const EXPIRING: ReadonlySet<EstimateLife> = new Set(['APPROVED', 'SENT', 'VIEWED'])

/** The status to show. Both days are `yyyy-MM-dd`, `today` where the business is; on its due date an estimate is good. */
export function shownStatusOf(
  { life, dueDay }: { readonly life: EstimateLife; readonly dueDay: string },
  today: string,
): EstimateShownStatus {
  return EXPIRING.has(life) && dueDay < today ? 'EXPIRED' : life
}

/** Where an estimate is after an event; undefined when the event is refused in the status it is shown in. */
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
