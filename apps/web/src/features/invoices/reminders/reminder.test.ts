import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PART_WORDS } from '#words/all-words.ts'
import { createFormat } from '#words/format.ts'
import { findHindrance, findLastMail, findLate, toneFor, writeReminder } from './reminder.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const dayAfter = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString().slice(0, 10)

interface Row {
  readonly id: string
  /** The number of days from today to the due date; negative if late. */
  readonly dueIn: number
  readonly dueMinor: number
  readonly sentAtMs: number | null
}

function businessOf(rows: readonly Row[], timezone: string | null = 'UTC') {
  const edges = rows.map(({ id, dueIn, dueMinor, sentAtMs }) => ({
    node: {
      ...{ id, invoiceNumber: id, dueDate: dayAfter(dueIn) },
      lastSentAt: sentAtMs === null ? null : new Date(sentAtMs).toISOString(),
      amountDue: {
        ...{ value: (dueMinor / 100).toFixed(2), minorUnitValue: `${dueMinor}` },
        currency: { code: 'CAD' },
      },
    },
  }))
  return { timezone, recent: { edges }, invoices: { edges } } as unknown as Parameters<
    typeof findHindrance
  >[0]
}
const row = (id: string, change: Partial<Row> = {}): Row => ({
  ...{ id, dueIn: -10, dueMinor: 100, sentAtMs: null },
  ...change,
})

describe('findLate', () => {
  it('lists overdue invoices with an open amount, the oldest first', () => {
    const rows = [
      row('today', { dueIn: 0 }),
      row('new', { dueIn: -1 }),
      row('old'),
      row('paid', { dueMinor: 0 }),
    ]
    expect(findLate(businessOf(rows), NOW_MS).map(({ id, daysLate }) => [id, daysLate])).toEqual([
      ['old', 10],
      ['new', 1],
    ])
  })

  it('counts days in the time zone of the business', () => {
    const yesterday = businessOf([row('one', { dueIn: -1 })], 'America/Toronto')
    const early = Date.parse('2026-11-20T03:00:00Z')
    expect(findLate(yesterday, early)).toEqual([])
    expect(findLate({ ...yesterday, timezone: 'UTC' }, early)).toHaveLength(1)
  })
})

describe('toneFor', () => {
  it.each([
    [14, 'friendly'],
    [15, 'firm'],
    [45, 'firm'],
    [46, 'final'],
  ] as const)('%i days after the due date is %s', (days, tone) => {
    expect(
      toneFor(
        findLate(businessOf([row('one', { dueIn: -days }), row('two', { dueIn: -1 })]), NOW_MS),
        undefined,
      ),
    ).toBe(tone)
  })

  it('counts only the days beyond the usual delay of the customer', () => {
    const late = findLate(businessOf([row('one', { dueIn: -52 })]), NOW_MS)
    expect(toneFor(late, 38)).toBe('friendly')
    expect(toneFor(late, 37)).toBe('firm')
    expect(toneFor(late, -30)).toBe('final')
  })
})

describe('findLastMail', () => {
  it('returns the date of the latest mail in the time zone of the business', () => {
    const at = (hour: string) => Date.parse(`2026-11-18T${hour}:00:00Z`)
    const rows = [row('one', { sentAtMs: at('03') }), row('two', { sentAtMs: at('02') }), row('three')]
    expect(findLastMail(businessOf(rows))).toBe('2026-11-18')
    expect(findLastMail(businessOf(rows, 'America/Toronto'))).toBe('2026-11-17')
    expect(findLastMail(businessOf([row('one')]))).toBeUndefined()
  })
})

describe('findHindrance', () => {
  const shown = findLate(businessOf([row('one'), row('two', { dueIn: -2 })]), NOW_MS)

  it.each([
    ['nothing in the way of what was shown', [row('one'), row('two', { dueIn: -2 })], undefined],
    ['that everything was paid', [row('one', { dueMinor: 0 })], 'paid'],
    ['that a part was paid', [row('one', { dueMinor: 99 }), row('two', { dueIn: -2 })], 'changed'],
    ['that one was paid', [row('one')], 'changed'],
    ['that one more is late', [row('one'), row('two', { dueIn: -2 }), row('three')], 'changed'],
    ['a mail of today', [row('one', { sentAtMs: NOW_MS - 60_000 }), row('two', { dueIn: -2 })], 'sent_today'],
    [
      'no mail of yesterday',
      [row('one', { sentAtMs: NOW_MS - DAY_MS }), row('two', { dueIn: -2 })],
      undefined,
    ],
  ])('finds %s', (_what, rows, found) => {
    expect(findHindrance(businessOf(rows), { shown, nowMs: NOW_MS })).toBe(found)
  })

  it('allows no reminder after payment and at most one a day, in 10,000 random histories', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), which: fc.nat(3), part: fc.nat(100) }),
      fc.record({ kind: fc.constant('open' as const) }),
      fc.record({ kind: fc.constant('press' as const) }),
      fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rows: Row[] = ['a', 'b', 'c', 'd'].map((id, index) => row(id, { dueIn: -5 * index }))
        let nowMs = NOW_MS
        let shown = findLate(businessOf(rows), nowMs)
        const sentDays: string[] = []
        for (const each of steps) {
          if (each.kind === 'wait') nowMs += each.hours * 3_600_000
          if (each.kind === 'open') shown = findLate(businessOf(rows), nowMs)
          if (each.kind === 'pay')
            rows[each.which] = row(rows[each.which]?.id ?? '', {
              ...rows[each.which],
              dueMinor: Math.max(0, (rows[each.which]?.dueMinor ?? 0) - each.part),
            })
          if (each.kind !== 'press') continue
          if (findHindrance(businessOf(rows), { shown, nowMs }) !== undefined) continue
          // Every invoice named in the mail is still unpaid, with exactly the stated amount.
          for (const { id, amount } of shown)
            expect(rows.find((one) => one.id === id)?.dueMinor).toBe(Math.round(Number(amount) * 100))
          expect(shown.every(({ amount }) => Number(amount) > 0)).toBe(true)
          sentDays.push(new Date(nowMs).toISOString().slice(0, 10))
          const index = rows.findIndex(({ id }) => id === shown[0]?.id)
          rows[index] = { ...rows[index], sentAtMs: nowMs } as Row
        }
        expect(new Set(sentDays).size).toBe(sentDays.length)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('writeReminder', () => {
  const late = findLate(businessOf([row('1042', { dueMinor: 123_450 }), row('1050', { dueIn: -1 })]), NOW_MS)
  const write = (locale: 'en' | 'de' | 'fr', invoices = late) =>
    writeReminder({
      ...{ tone: 'friendly', invoices, customer: 'Fern & Co', business: 'Northwind Trading' },
      words: PART_WORDS[locale].reminders.mail,
      format: createFormat(locale, 'UTC', NOW_MS),
    })

  it('lists every late invoice with its amount, due date and age', () => {
    const { subject, message } = write('en')
    expect(subject).toBe('Reminder: 2 unpaid invoices')
    expect(message.replaceAll(/[^\S\n]/g, ' ').split('\n')).toEqual([
      'Hello Fern & Co,',
      '',
      'A friendly reminder that these invoices are now overdue:',
      '',
      'Invoice 1042: $1,234.50, due 10 Nov 2026 (10 days late)',
      'Invoice 1050: $1.00, due 19 Nov 2026 (1 day late)',
      '',
      'If you have already paid, you can ignore this message. Thank you.',
      '',
      'Northwind Trading',
    ])
  })

  it('uses the chosen language', () => {
    expect(write('de', late.slice(0, 1)).subject).toBe('Zahlungserinnerung: Rechnung 1042')
    expect(write('fr', late.slice(0, 1)).subject).toBe('Rappel\u00A0: facture 1042')
  })
})
