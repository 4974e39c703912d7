import { describe, expect, it } from 'vitest'
import { invoiceRow, money, payment, type SampleInvoice } from '#testing/figure-rows.ts'
import { readSince } from './read-since.ts'

const LOOK_MS = Date.parse('2026-11-17T15:00:00Z')
const paid = (row: SampleInvoice) => ({ ...row, amountPaid: money(48_000) })
const unpaid = (row: SampleInvoice) => ({ ...row, amountPaid: money(0) })
const listOf = (nodes: readonly unknown[]) => ({ edges: nodes.map((node) => ({ node })) })

function readingOf(change: Partial<Parameters<typeof readSince>[0]> = {}) {
  const asked: unknown[] = []
  const business = {
    timezone: 'America/Toronto',
    currency: { code: 'CAD', exponent: 2 },
    changed: listOf([paid(invoiceRow({ id: '1' })), unpaid(invoiceRow({ id: '2' }))]),
    overdue: listOf([unpaid(invoiceRow({ id: '3', dueDate: '2026-11-18', status: 'OVERDUE' }))]),
  }
  const reading: Parameters<typeof readSince>[0] = {
    connection: { businessId: null, scopes: ['invoice:read', 'customer:read'] },
    atMs: Date.parse('2026-11-20T12:00:00Z'),
    isOver: () => false,
    ask({ operationName, variables }) {
      asked.push([operationName, variables])
      const payments = [payment('2026-11-18', '480.00')]
      const data = operationName === 'SinceLastLook' ? business : { id: 'b', i0: { id: '1', payments } }
      return Promise.resolve({ data: { business: data }, missing: [] })
    },
    ...change,
  }
  return { reading, asked }
}

describe('reading the changes since the last visit', () => {
  it('requests changed and overdue invoices, and the payments of paid ones', async () => {
    const { reading, asked } = readingOf()
    expect(await readSince(reading, LOOK_MS)).toMatchObject({
      since: '2026-11-17T15:00:00.000Z',
      paid: [{ customer: 'Fern & Co', amount: { minor: 48_000 } }],
      late: { invoices: 1 },
    })
    expect(asked).toEqual([
      ['SinceLastLook', { id: null, since: '2026-11-17T15:00:00.000Z' }],
      ['PaymentsOfInvoices', { id: null, i0: '1', has0: true }],
    ])
  })

  it('sends no request on the first visit', async () => {
    const { reading, asked } = readingOf()
    expect(await readSince(reading, undefined)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it.each([
    ['where customers may not be seen', { connection: { businessId: null, scopes: ['invoice:read'] } }],
    ['when the provider does not answer', { ask: () => Promise.reject(new Error('down')) }],
  ])('returns nothing %s', async (_name, change) => {
    expect(await readSince(readingOf(change).reading, LOOK_MS)).toBeUndefined()
  })
})
