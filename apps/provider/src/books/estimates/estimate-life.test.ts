import { describe, expect, it } from 'vitest'
import {
  nextStanding,
  shownStatusOf,
  type EstimateEvent,
  type EstimateLife,
  type EstimateShownStatus,
} from './estimate-life.ts'

const TODAY = '2026-11-20'
const SHOWN = [
  'DRAFT',
  'APPROVED',
  'SENT',
  'VIEWED',
  'EXPIRED',
  'ACCEPTED',
  'REJECTED',
  'CONVERTED',
  'DELETED',
] as const satisfies readonly EstimateShownStatus[]

/** The next status by event (row) and shown status (column). `·` means refused, `=` unchanged. */
const TABLE: Readonly<Record<EstimateEvent, string>> = {
  //                DRAFT     APPROVED  SENT      VIEWED    EXPIRED   ACCEPTED  REJECTED  CONVERTED DELETED
  approve: '        APPROVED  ·         ·         ·         ·         ·         ·         ·         ·',
  send: '           ·         SENT      =         SENT      ·         =         SENT      =         ·',
  skipSending: '    ·         =         =         =         ·         =         =         =         ·',
  markAccepted: '   ·         ACCEPTED  ACCEPTED  ACCEPTED  ·         =         ACCEPTED  ·         ·',
  resetAcceptance: '=         =         =         =         =         VIEWED    VIEWED    ·         ·',
  recordDeposit: '  ·         ACCEPTED  ACCEPTED  ACCEPTED  ·         =         ACCEPTED  ·         ·',
  view: '           ·         VIEWED    VIEWED    =         =         =         =         =         ·',
  accept: '         ·         ACCEPTED  ACCEPTED  ACCEPTED  ·         =         ·         ·         ·',
  reject: '         ·         REJECTED  REJECTED  REJECTED  ·         ·         =         ·         ·',
  convert: '        ·         CONVERTED CONVERTED CONVERTED ·         CONVERTED ·         ·         ·',
  delete: '         DELETED   DELETED   DELETED   DELETED   DELETED   DELETED   DELETED   DELETED   =',
}

const CASES = Object.entries(TABLE).flatMap(([event, row]) =>
  row
    .trim()
    .split(/\s+/)
    .map((to, index) => [event as EstimateEvent, SHOWN[index] ?? 'DELETED', to] as const),
)

/** Returns the stored status of an estimate with this shown status. An expired estimate is stored as sent. */
function standingShownAs(shown: EstimateShownStatus) {
  const life: EstimateLife = shown === 'EXPIRED' ? 'SENT' : shown
  const wasDecided = shown === 'ACCEPTED' || shown === 'REJECTED'
  return { life, undecided: wasDecided ? ('VIEWED' as const) : null }
}

describe('the status of an estimate', () => {
  it.each(CASES)('%s of an estimate that is %s: %s', (event, shown, to) => {
    const from = standingShownAs(shown)
    const next = nextStanding(from, shown, event)
    if (to === '·') expect(next).toBeUndefined()
    else if (to === '=') expect(next).toEqual(from)
    else expect(next?.life).toBe(to)
  })

  it('returns to the status before the first decision when the decision is reset, also after a changed decision', () => {
    const rejected = nextStanding({ life: 'VIEWED', undecided: null }, 'VIEWED', 'reject')
    const accepted = nextStanding(rejected!, 'REJECTED', 'markAccepted')
    expect(accepted).toEqual({ life: 'ACCEPTED', undecided: 'VIEWED' })
    expect(nextStanding(accepted!, 'ACCEPTED', 'resetAcceptance')).toEqual({
      life: 'VIEWED',
      undecided: null,
    })
  })

  it('becomes APPROVED on a reset if no earlier status is stored, and drops the stored one when it is viewed', () => {
    expect(nextStanding({ life: 'ACCEPTED', undecided: null }, 'ACCEPTED', 'resetAcceptance')).toEqual({
      ...{ life: 'APPROVED', undecided: null },
    })
    const viewed = { life: 'SENT', undecided: 'APPROVED' } as const
    expect(nextStanding(viewed, 'SENT', 'view')).toEqual({ life: 'VIEWED', undecided: null })
    const converted = { life: 'ACCEPTED', undecided: 'SENT' } as const
    expect(nextStanding(converted, 'ACCEPTED', 'convert')).toEqual({ life: 'CONVERTED', undecided: 'SENT' })
  })

  it('stores the status before the acceptance', () => {
    const sent = { life: 'VIEWED', undecided: null } as const
    for (const event of ['accept', 'markAccepted', 'recordDeposit'] as const) {
      expect(nextStanding(sent, 'VIEWED', event)).toEqual({ life: 'ACCEPTED', undecided: 'VIEWED' })
    }
  })

  it('is undecided again after a rejected estimate is sent again', () => {
    const sent = nextStanding({ life: 'REJECTED', undecided: 'VIEWED' }, 'REJECTED', 'send')
    expect(sent).toEqual({ life: 'SENT', undecided: null })
  })
})

describe('the shown status of an estimate', () => {
  it.each(['APPROVED', 'SENT', 'VIEWED'] as const)(
    'is EXPIRED from the day after the due date if the stored status is %s',
    (life) => {
      expect(shownStatusOf({ life, dueDay: TODAY }, TODAY)).toBe(life)
      expect(shownStatusOf({ life, dueDay: '2026-11-19' }, TODAY)).toBe('EXPIRED')
    },
  )

  it.each(['DRAFT', 'ACCEPTED', 'REJECTED', 'CONVERTED', 'DELETED'] as const)(
    'never becomes EXPIRED if the stored status is %s',
    (life) => {
      expect(shownStatusOf({ life, dueDay: '2020-01-01' }, TODAY)).toBe(life)
    },
  )
})
