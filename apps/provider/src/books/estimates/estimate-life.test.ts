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

/** What becomes of an estimate that is shown as the column says; `·` is refused, `=` changes nothing. */
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

/** An estimate that is shown so: an expired one was sent. */
function standingShownAs(shown: EstimateShownStatus) {
  const life: EstimateLife = shown === 'EXPIRED' ? 'SENT' : shown
  const wasDecided = shown === 'ACCEPTED' || shown === 'REJECTED'
  return { life, undecided: wasDecided ? ('VIEWED' as const) : null }
}

describe('the life of an estimate', () => {
  it.each(CASES)('%s of one that is %s: %s', (event, shown, to) => {
    const from = standingShownAs(shown)
    const next = nextStanding(from, shown, event)
    if (to === '·') expect(next).toBeUndefined()
    else if (to === '=') expect(next).toEqual(from)
    else expect(next?.life).toBe(to)
  })

  it('returns to what it was before anybody decided, also after the mind was changed', () => {
    const rejected = nextStanding({ life: 'VIEWED', undecided: null }, 'VIEWED', 'reject')
    const accepted = nextStanding(rejected!, 'REJECTED', 'markAccepted')
    expect(accepted).toEqual({ life: 'ACCEPTED', undecided: 'VIEWED' })
    expect(nextStanding(accepted!, 'ACCEPTED', 'resetAcceptance')).toEqual({
      life: 'VIEWED',
      undecided: null,
    })
  })

  it('counts as approved where nothing is known of before, and forgets what it was once it is asked again', () => {
    expect(nextStanding({ life: 'ACCEPTED', undecided: null }, 'ACCEPTED', 'resetAcceptance')).toEqual({
      ...{ life: 'APPROVED', undecided: null },
    })
    const viewed = { life: 'SENT', undecided: 'APPROVED' } as const
    expect(nextStanding(viewed, 'SENT', 'view')).toEqual({ life: 'VIEWED', undecided: null })
    const converted = { life: 'ACCEPTED', undecided: 'SENT' } as const
    expect(nextStanding(converted, 'ACCEPTED', 'convert')).toEqual({ life: 'CONVERTED', undecided: 'SENT' })
  })

  it('remembers what it was when it is accepted', () => {
    const sent = { life: 'VIEWED', undecided: null } as const
    for (const event of ['accept', 'markAccepted', 'recordDeposit'] as const) {
      expect(nextStanding(sent, 'VIEWED', event)).toEqual({ life: 'ACCEPTED', undecided: 'VIEWED' })
    }
  })

  it('is undecided again when a rejected one is sent again', () => {
    const sent = nextStanding({ life: 'REJECTED', undecided: 'VIEWED' }, 'REJECTED', 'send')
    expect(sent).toEqual({ life: 'SENT', undecided: null })
  })
})

describe('the status that is shown', () => {
  it.each(['APPROVED', 'SENT', 'VIEWED'] as const)(
    'of one that is %s ends the day after its due date',
    (life) => {
      expect(shownStatusOf({ life, dueDay: TODAY }, TODAY)).toBe(life)
      expect(shownStatusOf({ life, dueDay: '2026-11-19' }, TODAY)).toBe('EXPIRED')
    },
  )

  it.each(['DRAFT', 'ACCEPTED', 'REJECTED', 'CONVERTED', 'DELETED'] as const)(
    'of one that is %s never ends',
    (life) => {
      expect(shownStatusOf({ life, dueDay: '2020-01-01' }, TODAY)).toBe(life)
    },
  )
})
