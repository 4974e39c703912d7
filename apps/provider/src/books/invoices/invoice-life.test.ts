import { describe, expect, it } from 'vitest'
import { nextLife, shownStatusOf, type InvoiceEvent, type InvoiceLife } from './invoice-life.ts'

const EVENTS: readonly InvoiceEvent[] = ['approve', 'draft', 'save', 'send', 'skip', 'view', 'pay']

describe(nextLife, () => {
  it.each<[InvoiceLife, readonly (InvoiceLife | undefined)[]]>([
    ['DRAFT', ['SAVED', 'DRAFT', 'SAVED', undefined, undefined, undefined, undefined]],
    ['SAVED', [undefined, undefined, 'SAVED', 'SENT', 'SAVED', 'VIEWED', 'SAVED']],
    ['SENT', [undefined, undefined, 'SENT', 'SENT', 'SENT', 'VIEWED', 'SENT']],
    ['VIEWED', [undefined, undefined, 'VIEWED', 'VIEWED', 'VIEWED', 'VIEWED', 'VIEWED']],
  ])(`returns the status that follows %s after each of: ${EVENTS.join(', ')}`, (life, after) => {
    expect(EVENTS.map((event) => nextLife(life, event))).toEqual(after)
  })
})

describe(shownStatusOf, () => {
  const invoice = { life: 'SENT', totalMinor: 100n, paidMinor: 0n, dueDate: '2026-11-20' } as const
  const today = '2026-11-20'

  it.each([
    ['DRAFT', { ...invoice, life: 'DRAFT', totalMinor: 0n, dueDate: '2026-01-01' }],
    ['OVERPAID', { ...invoice, paidMinor: 101n, dueDate: '2026-01-01' }],
    ['OVERPAID', { ...invoice, totalMinor: -5n, paidMinor: 1n }],
    ['PAID', { ...invoice, paidMinor: 100n, dueDate: '2026-01-01' }],
    ['PAID', { ...invoice, totalMinor: 0n }],
    ['PAID', { ...invoice, totalMinor: -5n, paidMinor: -5n }],
    ['SENT', { ...invoice, totalMinor: -5n, dueDate: '2026-01-01' }],
    ['PARTIAL', { ...invoice, totalMinor: -5n, paidMinor: -1n, dueDate: '2026-01-01' }],
    ['OVERDUE', { ...invoice, paidMinor: 99n, dueDate: '2026-11-19' }],
    ['PARTIAL', { ...invoice, paidMinor: 1n }],
    ['SENT', invoice],
    ['VIEWED', { ...invoice, life: 'VIEWED' }],
    ['SAVED', { ...invoice, life: 'SAVED' }],
  ] as const)('is %s for %o', (status, given) => {
    expect(shownStatusOf(given, today)).toBe(status)
  })
})
