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

/** The shown statuses that allow an event, because an expired estimate does not allow the events of a sent one. */
type Transition = {
  readonly from: readonly EstimateShownStatus[]
  /** The progress after the event; `UNDECIDED` is the one before the decision. */
  readonly to: EstimateLife | 'UNDECIDED'
  /** The statuses that allow the event and stay. */
  readonly stays?: readonly EstimateShownStatus[]
}

const UNDECIDED = ['APPROVED', 'SENT', 'VIEWED'] as const satisfies readonly EstimateLife[]
const DECIDED = ['ACCEPTED', 'REJECTED'] as const satisfies readonly EstimateLife[]

/** THE TABLE of allowed events. All others are refused. */
const TRANSITIONS: Readonly<Record<EstimateEvent, Transition>> = {
  approve: { from: ['DRAFT'], to: 'APPROVED' },
  send: { from: [...UNDECIDED, 'REJECTED'], to: 'SENT', stays: ['ACCEPTED', 'CONVERTED'] },
  skipSending: { from: ['APPROVED'], to: 'APPROVED', stays: ['SENT', 'VIEWED', ...DECIDED, 'CONVERTED'] },
  markAccepted: { from: [...UNDECIDED, ...DECIDED], to: 'ACCEPTED' },
  resetAcceptance: { from: DECIDED, to: 'UNDECIDED', stays: ['DRAFT', ...UNDECIDED, 'EXPIRED'] },
  recordDeposit: { from: [...UNDECIDED, ...DECIDED], to: 'ACCEPTED' },
  view: { from: UNDECIDED, to: 'VIEWED', stays: ['EXPIRED', ...DECIDED, 'CONVERTED'] },
  accept: { from: [...UNDECIDED, 'ACCEPTED'], to: 'ACCEPTED' },
  reject: { from: [...UNDECIDED, 'REJECTED'], to: 'REJECTED' },
  convert: { from: [...UNDECIDED, 'ACCEPTED'], to: 'CONVERTED' },
  delete: {
    from: ['DRAFT', ...UNDECIDED, 'EXPIRED', ...DECIDED, 'CONVERTED'],
    to: 'DELETED',
    stays: ['DELETED'],
  },
}

/**
 * Returns the status to show. Days are `yyyy-MM-dd`; `today` is that of the business. An undecided estimate is valid on its due
 * date, and then expires.
 */
export function shownStatusOf(
  { life, dueDay }: { readonly life: EstimateLife; readonly dueDay: string },
  today: string,
): EstimateShownStatus {
  return isIn(UNDECIDED, life) && dueDay < today ? 'EXPIRED' : life
}

/** Returns the progress after an event; undefined if the shown status does not allow the event. */
export function nextStanding(
  { life, undecided }: EstimateStanding,
  shown: EstimateShownStatus,
  event: EstimateEvent,
): EstimateStanding | undefined {
  const { from, to, stays = [] } = TRANSITIONS[event]
  if (isIn(stays, shown) || (isIn(from, shown) && to === life)) return { life, undecided }
  if (!isIn(from, shown)) return undefined
  if (to === 'UNDECIDED') return { life: undecided ?? 'APPROVED', undecided: null }
  if (isIn(DECIDED, to)) return { life: to, undecided: isIn(DECIDED, life) ? undecided : life }
  return { life: to, undecided: to === 'SENT' || to === 'VIEWED' ? null : undecided }
}

function isIn(statuses: readonly EstimateShownStatus[], status: EstimateShownStatus): boolean {
  return statuses.includes(status)
}

/** Returns true if the estimate can no longer be changed. */
export function isClosed({ life }: { readonly life: EstimateLife }): boolean {
  return life === 'CONVERTED' || life === 'DELETED'
}

/** Returns the fault of an action that is not allowed in the present status of the estimate. */
export function stateFault(field: string, { status }: { readonly status: EstimateShownStatus }): InputFault {
  return inputFault(field, 'INVALID_STATE', `This cannot be done while the estimate is ${status}.`)
}
