import { addDays } from '#books/business-day.ts'
import { parseDecimal } from '@counterfoil/money/decimal'
import { byDay, daysInMonth, firstDaysOfMonths, weekdayOf } from './days.ts'
import { baseOf, MONTHS_BEFORE, type PlanContext, type PlannedInvoice } from './plan-sales.ts'

/** Money received or spent without a document. The lines name accounts; the bank account balances them. */
export type PlannedMoney = {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL'
  readonly day: string
  readonly description: string
  /** The changes of accounts; debits are positive. Accounts are named, taxes by `TAX:` and their abbreviation. */
  readonly lines: readonly { readonly account: string; readonly minor: bigint }[]
}

const OWNER = 'Owner Investments and Drawings'
/** The owner's initial investment, and the balance that later investments restore, in minor units. */
const STARTING_MINOR = 1_500_000n
const FLOOR_MINOR = 200_000n
const STEP_MINOR = 100_000n
const DRAWN_PERCENT = 40n

/** Plans sales, costs, taxes and the owner's money, so that the balance of the bank account is never negative. */
export function planMoney(
  context: PlanContext,
  invoices: readonly PlannedInvoice[],
): readonly PlannedMoney[] {
  const takings = planTakings(context)
  const months = firstDaysOfMonths(context.today, MONTHS_BEFORE)
  const spent = months.flatMap((first) =>
    planMonth(context, first, salesOf(context, first, invoices, takings)),
  )
  const all = [...takings, ...spent, ...planRemittances(context, invoices, takings)]
  return withOwnersMoney(
    context,
    invoices,
    all.filter(({ day }) => day <= context.today),
  )
}

/** Returns the change of the bank account, which balances the lines. */
export function bankMinorOf({ lines }: Pick<PlannedMoney, 'lines'>): bigint {
  return -lines.reduce((sum, { minor }) => sum + minor, 0n)
}

function planTakings({ profile, today, random }: PlanContext): readonly PlannedMoney[] {
  const { takings, taxes, season } = profile
  if (takings === undefined) return []
  const planned: PlannedMoney[] = []
  for (let day = firstDaysOfMonths(today, MONTHS_BEFORE)[0] ?? today; day <= today; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    const factor =
      (season[Number.parseInt(day.slice(5, 7), 10) - 1] ?? 1) * (weekday === 0 || weekday === 6 ? 1.6 : 1)
    const soldMinor = BigInt(
      Math.round(random.lognormal({ median: takings.medianMinor, sigma: 0.25 }) * factor),
    )
    if (takings.closed.includes(weekday)) continue
    const taxLines = taxes.map(({ abbreviation, rate }) => ({
      account: `TAX:${abbreviation}`,
      minor: -shareOf(soldMinor, Number.parseFloat(rate)),
    }))
    const feeMinor = shareOf(soldMinor, takings.feeShare)
    planned.push({
      kind: 'DEPOSIT',
      day,
      description: 'Takings of the day',
      lines: [
        { account: 'Sales', minor: -soldMinor },
        ...taxLines,
        { account: 'Payment Processing Fees', minor: feeMinor },
      ],
    })
  }
  return planned
}

/** Returns the sales of a month before taxes, in the currency of the business. */
function salesOf(
  context: PlanContext,
  first: string,
  invoices: readonly PlannedInvoice[],
  takings: readonly PlannedMoney[],
): bigint {
  const month = first.slice(0, 7)
  const invoiced = invoices
    .filter(({ day, life }) => day.startsWith(month) && life !== 'DRAFT')
    .reduce(
      (sum, each) => sum + baseOf(context, each, each.totals.subtotalMinor - each.totals.discountMinor),
      0n,
    )
  const taken = takings
    .filter(({ day }) => day.startsWith(month))
    .reduce((sum, { lines }) => sum - (lines[0]?.minor ?? 0n), 0n)
  return invoiced + taken
}

/** Plans the costs of a month, and the owner's drawings from its profit. */
function planMonth(
  { profile, random }: PlanContext,
  first: string,
  salesMinor: bigint,
): readonly PlannedMoney[] {
  const costs = profile.costs.flatMap(({ account, vendor, share, days }) =>
    days.map((day): PlannedMoney => {
      const minor = shareOf(salesMinor, (share / days.length) * (0.97 + random.next() * 0.06))
      return {
        kind: 'WITHDRAWAL',
        day: addDays(first, day - 1),
        description: `${account}: ${profile.vendors[vendor] ?? ''}`,
        lines: [{ account, minor }],
      }
    }),
  )
  const feesMinor = profile.takings === undefined ? 0n : shareOf(salesMinor, profile.takings.feeShare)
  const profitMinor = costs.reduce(
    (left, { lines }) => left - (lines[0]?.minor ?? 0n),
    salesMinor - feesMinor,
  )
  const drawnMinor = (profitMinor * DRAWN_PERCENT) / 100n
  if (drawnMinor <= 0n) return costs
  const lastDay = addDays(first, daysInMonth(first) - 1)
  return [
    ...costs,
    {
      kind: 'WITHDRAWAL',
      day: lastDay,
      description: 'Owner’s draw',
      lines: [{ account: OWNER, minor: drawnMinor }],
    },
  ]
}

/** Plans the payment of the taxes of each quarter, on the 28th of the month after it. */
function planRemittances(
  context: PlanContext,
  invoices: readonly PlannedInvoice[],
  takings: readonly PlannedMoney[],
): readonly PlannedMoney[] {
  const { profile, today } = context
  const collected = new Map<string, bigint[]>()
  const add = (day: string, minors: readonly bigint[]) => {
    const month = Number.parseInt(day.slice(5, 7), 10)
    const [after = day] = firstDaysOfMonths(day, 0)
    const due = addDays(monthsAfter(after, 3 - ((month - 1) % 3)), 27)
    const sums = collected.get(due) ?? profile.taxes.map(() => 0n)
    collected.set(
      due,
      sums.map((sum, index) => sum + (minors[index] ?? 0n)),
    )
  }
  for (const invoice of invoices) {
    if (invoice.life === 'DRAFT') continue
    add(
      invoice.day,
      profile.taxes.map((_, tax) =>
        invoice.totals.lines.reduce((sum, { taxesMinor }) => sum + (taxesMinor[tax] ?? 0n), 0n),
      ),
    )
  }
  for (const { day, lines } of takings)
    add(
      day,
      profile.taxes.map((_, tax) => -(lines[tax + 1]?.minor ?? 0n)),
    )
  return [...collected]
    .filter(([due, sums]) => due <= today && sums.some((sum) => sum > 0n))
    .map(([day, sums]) => ({
      kind: 'WITHDRAWAL',
      day,
      description: 'Sales taxes of the quarter',
      lines: profile.taxes.map(({ abbreviation }, index) => ({
        account: `TAX:${abbreviation}`,
        minor: sums[index] ?? 0n,
      })),
    }))
}

function monthsAfter(first: string, months: number): string {
  const [year = 0, month = 1] = first.split('-').map((part) => Number.parseInt(part, 10))
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Adds the owner's initial money, and further investments on days that would end with a negative balance. */
function withOwnersMoney(
  context: PlanContext,
  invoices: readonly PlannedInvoice[],
  money: readonly PlannedMoney[],
): readonly PlannedMoney[] {
  const { today } = context
  const movedOn = new Map<string, bigint>()
  const move = (day: string, minor: bigint) => movedOn.set(day, (movedOn.get(day) ?? 0n) + minor)
  for (const each of money) move(each.day, bankMinorOf(each))
  for (const { currency, payments } of invoices)
    for (const { day, amountMinor, rate } of payments)
      move(day, baseOf(context, { currency, rate }, amountMinor))
  const first = firstDaysOfMonths(today, MONTHS_BEFORE)[0] ?? today
  const putIn = (day: string, minor: bigint, description: string): PlannedMoney => ({
    kind: 'DEPOSIT',
    day,
    description,
    lines: [{ account: OWNER, minor: -minor }],
  })
  const owners = [putIn(first, STARTING_MINOR, 'Owner’s investment')]
  let balance = STARTING_MINOR
  for (const [day, minor] of [...movedOn].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    balance += minor
    if (balance >= 0n) continue
    const missing = ((FLOOR_MINOR - balance) / STEP_MINOR + 1n) * STEP_MINOR
    balance += missing
    owners.push(putIn(day, missing, 'Owner’s investment'))
  }
  return [...owners, ...money].toSorted(byDay)
}

function shareOf(minor: bigint, share: number): bigint {
  const millionths = parseDecimal(share.toFixed(6))?.units ?? 0n
  return (minor * millionths) / 1_000_000n
}
