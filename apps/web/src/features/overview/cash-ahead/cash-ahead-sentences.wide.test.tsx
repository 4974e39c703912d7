import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseCount } from '@counterfoil/testkit/sample'
import { AHEAD_DAYS, type AheadStep, type CashAheadDrawn } from '#figures/cash-ahead.ts'
import { NOTHING_EXCLUDED } from '#figures/picture-facts.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { createFigureFormat } from '#words/figure-format.ts'
import { AheadPicture } from './cash-ahead.tsx'

const TODAY = '2026-11-20'
const dayAfter = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000)
const written = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dayAfter(days))
// Whole dollars: an amount that rounds to zero would make all show cents.
const AMOUNT = fc.integer({ min: -99_999, max: 99_999 }).map((dollars) => dollars * 100)
const WORLD = fc.record({
  cash: AMOUNT,
  invoices: fc.array(fc.record({ in: fc.integer({ min: 1, max: AHEAD_DAYS }), minor: AMOUNT }), {
    maxLength: 5,
  }),
  /** The days of a repeating payment, and whether it is switched off. */
  repeats: fc.array(fc.integer({ min: 1, max: AHEAD_DAYS }), { minLength: 1, maxLength: 4 }),
  ...{ rent: AMOUNT, isOff: fc.boolean(), seen: fc.integer({ min: 2, max: 6 }) },
  rest: fc.array(AMOUNT, { minLength: AHEAD_DAYS, maxLength: AHEAD_DAYS }),
  ...{ tries: fc.integer({ min: 1, max: 50 }), missed: AMOUNT.map(Math.abs) },
  uncounted: fc.record({ count: fc.integer({ min: 0, max: 9 }), minor: AMOUNT.map(Math.abs) }),
})
type World = typeof WORLD extends fc.Arbitrary<infer Each> ? Each : never

function modelOf(world: World): CashAheadDrawn {
  const isoDay = (days: number) => dayAfter(days).toISOString().slice(0, 10)
  const steps: readonly AheadStep[] = [
    ...world.invoices.map((invoice, index) => ({
      ...{ day: isoDay(invoice.in), minor: invoice.minor },
      from: { kind: 'invoice', id: `${index}`, customer: 'Fern & Co', dueDate: TODAY } as const,
    })),
    ...world.repeats.map((days) => ({
      ...{ day: isoDay(days), minor: world.rent },
      from: { kind: 'repeating', key: 'rent' } as const,
    })),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const zeros = Array.from({ length: AHEAD_DAYS }, () => 0)
  return {
    ...{ form: 'full', today: TODAY, cashMinor: world.cash, before: zeros, steps, rest: world.rest },
    repeating: [
      {
        ...{ key: 'rent', name: 'Rent', cadence: 'monthly', onDay: 1, minor: world.rent },
        ...{ expected: 6, seen: world.seen, firstSeen: '2026-01-01', lastSeen: '2026-11-01' },
      },
    ],
    ...{
      below: zeros.with(-1, 5000),
      above: zeros.with(-1, 7000),
      tries: { count: world.tries, missedMinor: world.missed },
    },
    ...{ uncounted: world.uncounted, from: { transactions: 1 }, excluded: NOTHING_EXCLUDED, partial: false },
  }
}

it('the cash forecast equals the sum of its expected payments, other cash flow and switched-off payments, for random books', () => {
  fc.assert(
    fc.property(WORLD, (world) => {
      cleanup()
      localStorage.clear()
      const { container } = render(
        <FigureFrame locale="en">
          <AheadPicture model={modelOf(world)} storeAs="ahead-off b" />
        </FigureFrame>,
      )
      if (world.isOff) fireEvent.click(screen.getByRole('checkbox', { name: 'Rent', hidden: true }))
      const ends = world.rest.map((rest, index) => {
        const invoices = world.invoices.filter((invoice) => invoice.in <= index + 1)
        const rents = world.isOff ? [] : world.repeats.filter((days) => days <= index + 1)
        return invoices.reduce((sum, { minor }) => sum + minor, world.cash + rest + rents.length * world.rent)
      })
      const low = Math.min(...ends)
      const { whole } = createFigureFormat('en', { code: 'CAD', exponent: 2 })
      const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ')
      expect(plain(container.querySelector('.picture-answer')?.textContent)).toBe(
        `On ${written(AHEAD_DAYS)} there may be about ${whole(ends.at(-1) ?? 0)}. The lowest day is ${written(ends.indexOf(low) + 1)}, with about ${whole(low)}.`,
      )
      const text = plain(container.textContent)
      const [deep, high] = [-5000, 7000].map((minor) => whole((ends.at(-1) ?? 0) + minor))
      expect(text).toContain(`The shaded band goes from ${deep} to ${high} on ${written(AHEAD_DAYS)}.`)
      expect(text).toContain(`Every month, ${world.seen} of the last 6 times, last on 1 November.`)
      expect(text).toContain(`From ${world.tries} earlier day`)
      expect(text).toContain(`by at most ${whole(world.missed)}`)
      const { count, minor } = world.uncounted
      expect(text?.includes('not counted')).toBe(count > 0)
      if (count > 0) expect(text).toContain(`${count} invoice${count === 1 ? '' : 's'}, ${whole(minor)},`)
    }),
    { numRuns: caseCount({ all: 300, sampled: 40 }) },
  )
})
