import { screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  AMOUNT,
  counted,
  CURRENCY,
  DAYS_LATE,
  decimal,
  openOver,
  plainText,
  rowsOf,
  textsOf,
  worldCases,
  written,
  writtenDay,
  writtenDays,
} from '#testing/detail-worlds.ts'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { dayLate, type Currency } from '#testing/worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const OPEN = fc.record({
  due: fc.oneof(
    AMOUNT,
    AMOUNT.map((minor) => -minor),
  ),
  daysLate: DAYS_LATE,
})
/** An invoice paid in one or two parts on different days. 0 parts: no payments and no paid day; -1: payments not read. */
const PAID = fc.record({
  ...{ currency: CURRENCY, total: fc.integer({ min: 2, max: 99_999_999 }) },
  ...{ paidAfter: DAYS_LATE, parts: fc.constantFrom(-1, 0, 1, 1, 1, 1, 2) },
})
const CUSTOMER = fc.record({
  currency: CURRENCY,
  open: fc.array(OPEN, { maxLength: 6 }),
  paid: fc.array(PAID, { maxLength: 8 }),
  ...{ isArchived: fc.boolean(), arePaymentsRead: fc.constantFrom(true, true, true, false) },
})
type World = typeof CUSTOMER extends fc.Arbitrary<infer Each> ? Each : never

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)
/** Returns the open and overdue amounts. Credits do not reduce them. */
function debtOf({ open }: Pick<World, 'open'>) {
  const owed = open.filter(({ due }) => due > 0)
  const late = owed.filter(({ daysLate }) => daysLate > 0)
  return { owed: sumOf(owed.map(({ due }) => due)), late: sumOf(late.map(({ due }) => due)) }
}
const DUE_DAY = '2026-06-30'
const dayAfterDue = (days: number) =>
  new Date(Date.parse(DUE_DAY) + days * 86_400_000).toISOString().slice(0, 10)

function answerOf(world: World) {
  const { currency, open, paid } = world
  const debt = debtOf(world)
  const list = (nodes: readonly object[]) => ({
    pageInfo: { totalCount: nodes.length },
    edges: nodes.map((node) => ({ node })),
  })
  const ofDue = open.map(({ due, daysLate }, place) => ({
    ...{ id: `o${place}`, invoiceNumber: `${place}`, dueDate: dayLate(daysLate) },
    amountDue: { value: decimal(due, currency), currency },
  }))
  return {
    business: {
      ...{ id: 'B', timezone: 'UTC' },
      customer: {
        ...{ id: 'c1', name: 'Fern & Co', firstName: null, lastName: null, email: null, phone: null },
        ...{ mobile: null, website: null, isArchived: world.isArchived, address: null },
        outstandingAmount: { value: decimal(debt.owed, currency), currency },
        overdueAmount: { value: decimal(debt.late, currency) },
      },
      open: list(ofDue),
      paid: list(
        paid.map((invoice, place) => ({
          ...{ id: `p${place}`, status: 'PAID', dueDate: DUE_DAY, currency: invoice.currency },
          total: { minorUnitValue: `${invoice.total}`, currency: invoice.currency },
        })),
      ),
    },
  }
}

function paymentsOf({ paid }: World) {
  const payment = (amount: number, day: number, currency: Currency) => ({
    ...{ amount: decimal(amount, currency), paymentDate: dayAfterDue(day), exchangeRate: '1' },
    ...{ active: true, createdAt: '2026-01-01T00:00:00Z' },
  })
  const rows = paid.map(({ currency, total, paidAfter, parts }, place) => ({
    id: `p${place}`,
    payments:
      parts === -1
        ? null
        : [
            ...(parts === 1 ? [payment(total, paidAfter, currency)] : []),
            ...(parts === 2
              ? [payment(total - 1, paidAfter, currency), payment(1, paidAfter - 30, currency)]
              : []),
          ],
  }))
  return { business: { id: 'B', ...Object.fromEntries(rows.map((row, place) => [`i${place}`, row])) } }
}

function expectedLede(world: World): string {
  const { owed, late } = debtOf(world)
  const say = (minor: number) => written(minor, world.currency)
  if (owed === 0) return 'Owes you nothing.'
  return late === 0 ? `Owes you ${say(owed)}.` : `Owes you ${say(owed)}, ${say(late)} of it late.`
}

/** Returns the median of the days in words; the mean of two middle values is rounded half away from zero. */
function expectedHabit({ paid, arePaymentsRead }: World): string {
  if (!arePaymentsRead && paid.length > 0) return 'Didn’t load'
  const days = paid.flatMap(({ paidAfter, parts }) => (parts < 1 ? [] : [paidAfter]))
  if (days.length < 3 && paid.some(({ parts }) => parts === -1)) return 'Didn’t load'
  if (days.length < 3) return 'Too few paid invoices to show a habit: it takes three.'
  const sorted = days.toSorted((one, other) => one - other)
  const [low = 0, high = 0] = [sorted[Math.ceil(days.length / 2) - 1], sorted[Math.floor(days.length / 2)]]
  const middle = (Math.abs(low + high) + (Math.abs(low + high) % 2)) / 2
  const median = low + high < 0 ? -middle : middle
  const [first, last] = [writtenDays(sorted[0] ?? 0), writtenDays(sorted.at(-1) ?? 0)]
  return `Usually pays ${writtenDays(median)}.Earliest: ${first}, latest: ${last}. Based on ${counted(days.length, 'paid invoice')}.`
}

describe('the customer page', () => {
  it('shows the open and overdue amounts and the payment habit, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(CUSTOMER, async (world) => {
        await openOver(bff, '/customers/c1', (operation) => {
          if (operation !== 'PaymentsOfInvoices') return answerOf(world)
          return world.arePaymentsRead ? paymentsOf(world) : undefined
        })
        expect(textsOf('h1')).toEqual(['Fern & Co'])
        expect(plainText(document.querySelector('.lede'))).toBe(expectedLede(world))
        expect(textsOf('.entries li')).toEqual(
          world.open.map(
            ({ due, daysLate }, place) =>
              `${place}${writtenDay(dayLate(daysLate))}${written(due, world.currency)}`,
          ),
        )
        expect(screen.queryByText('Archived') !== null).toBe(world.isArchived)
        expect(screen.queryByText('No unpaid invoices.') !== null).toBe(world.open.length === 0)
        expect(screen.queryByRole('link', { name: 'Remind' }) !== null).toBe(debtOf(world).late > 0)
        const habit = () => plainText(document.querySelector('.in-place > :last-child'))
        await waitFor(() => expect(habit()).not.toBe('Loading the payments…'))
        expect(habit()).toBe(expectedHabit(world))
      }),
      worldCases(300),
    )
  })
})

describe('the customer list', () => {
  it('shows the number of customers, and the open and overdue amount of each', async () => {
    const ROW = fc.record({
      ...{ currency: CURRENCY, open: fc.array(OPEN, { maxLength: 3 }) },
      usual: fc.option(DAYS_LATE),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(ROW, { maxLength: 6 }), fc.boolean(), async (rows, isMany) => {
        const totalCount = isMany && rows.length > 0 ? 100_000 : rows.length
        const edges = rows.map(({ currency, open }, place) => ({
          node: {
            ...{ id: `c${place}`, name: `Fern ${place}`, email: null },
            outstandingAmount: { value: decimal(debtOf({ open }).owed, currency), currency },
            overdueAmount: { value: decimal(debtOf({ open }).late, currency) },
          },
        }))
        const habits = rows.flatMap(({ usual }, place) =>
          usual === null ? [] : [{ customerId: `c${place}`, median: usual }],
        )
        bff.answers(`GET ${BFF_PATHS.connectionFigures}`, {
          ...{ connectionId: 'connection-northwind', version: 1, readAt: SAMPLE_NOW },
          data: { habits: { form: 'full', rows: habits } },
        })
        await openOver(bff, '/customers', () => ({
          business: { id: 'B', customers: { pageInfo: { totalCount }, edges } },
        }))
        const empty = 'No customers yet. When Northwind Trading adds one in Harbour, it shows here.'
        expect(textsOf('.list-empty')).toEqual(rows.length === 0 ? [empty] : [])
        expect(textsOf('.list-head strong')).toEqual(
          rows.length === 0 ? [] : [counted(totalCount, 'customer')],
        )
        if (rows.length > 0) await waitFor(() => expect(rowsOf('.list tbody tr')[0]).toHaveLength(4))
        expect(rowsOf('.list tbody tr')).toEqual(
          rows.map(({ currency, open, usual }, place) => {
            const { owed, late } = debtOf({ open })
            const say = (minor: number) => (minor === 0 ? '–' : written(minor, currency))
            const habit = usual === null ? '–' : writtenDays(usual)
            return [`Fern ${place}`, habit, late === 0 ? '–' : `Late ${say(late)}`, say(owed)]
          }),
        )
      }),
      worldCases(200),
    )
  })
})
