import { addDays, addMonths, firstDayOf, lastDayOf, monthOf } from './day.ts'
import type { OverviewFigures } from './overview.ts'
import { NOTHING_EXCLUDED } from './picture-facts.ts'

const CASH = [11_000, 11_600, 9_800, 12_700, 13_600, 14_000, 15_600, 16_900, 15_000, 17_300, 18_000, 18_420]
const FLOW = [
  [7_400, 6_900],
  [6_700, 6_100],
  [8_100, 9_900],
  [9_400, 6_500],
  [8_800, 7_900],
  [9_600, 9_200],
  [10_900, 9_300],
  [9_700, 8_400],
  [8_800, 10_700],
  [12_100, 9_800],
  [13_300, 12_600],
  [11_950, 8_300],
] as const
const CURRENCY = { code: 'CAD', exponent: 2 }
const SAMPLE_DAY = '2026-11-20'
const WHOLE = { excluded: NOTHING_EXCLUDED, partial: false }
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Returns the twelve months until a day, with the cash at their ends, and the profit of those of its year. */
function monthsOf(today: string) {
  const months = CASH.map((_, index) => addMonths(monthOf(today), index - CASH.length + 1))
  const endOf = (month: string) => (lastDayOf(month) < today ? lastDayOf(month) : today)
  const closes = months.map((month, index) => ({ day: endOf(month), minor: (CASH[index] ?? 0) * 100 }))
  const profits = FLOW.map(([income, costs], index) => ({
    month: months[index] ?? '',
    incomeMinor: income * 100,
    costsMinor: costs * 100,
    profitMinor: (income - costs) * 100,
  })).filter(({ month }) => month.startsWith(today.slice(0, 4)))
  return { months, closes, profits }
}

/** Returns invented figures of an invented business with Canadian dollars, with every picture in its full form. */
export function sampleOverview(
  change: Partial<OverviewFigures> = {},
  today: string = SAMPLE_DAY,
): OverviewFigures {
  const { months, closes, profits } = monthsOf(today)
  const transactions = 1_204
  const best = profits.slice(0, -1).toSorted((a, b) => b.profitMinor - a.profitMinor)[0]
  return {
    readAt: `${today}T12:02:00.000Z`,
    today,
    zone: 'America/Toronto',
    currency: CURRENCY,
    isEmpty: false,
    headline: {
      cash: { minor: 1_842_000, atLeast: false },
      owed: { minor: 1_233_000, atLeast: false },
      late: { minor: 593_000, atLeast: false },
    },
    outlook: {
      profit: { since: `${monthOf(today)}-01`, minor: 365_000, beforeMinor: 50_000 },
      due: { minor: 310_000, atLeast: false },
    },
    cashLine: {
      form: 'full',
      end: today,
      endMinor: 1_842_000,
      start: firstDayOf(months[0] ?? ''),
      startMinor: 1_100_000,
      points: [{ day: firstDayOf(months[0] ?? ''), minor: 1_100_000 }, ...closes],
      low: { day: lastDayOf(months[2] ?? ''), minor: 980_000 },
      monthEnds: closes,
      accounts: [
        { id: 'everyday', name: 'Everyday', minor: 1_261_000 },
        { id: 'savings', name: 'Savings', minor: 520_000 },
        { id: 'till', name: 'Till', minor: 61_000 },
      ],
      from: { transactions, accounts: 3 },
      ...WHOLE,
    },
    inAndOut: {
      form: 'full',
      source: 'cash',
      months: FLOW.map(([moneyIn, moneyOut], index) => ({
        month: months[index] ?? '',
        inMinor: moneyIn * 100,
        outMinor: moneyOut * 100,
      })),
      sameDaysBefore: { inMinor: 910_000, outMinor: 940_000 },
      movedMinor: 200_000,
      from: { transactions },
      ...WHOLE,
    },
    whoOwesYou: {
      form: 'full',
      ages: [
        { key: 'notDue', minor: 640_000, count: 6 },
        { key: 'days1To30', minor: 310_000, count: 4 },
        { key: 'days31To60', minor: 125_000, count: 2 },
        { key: 'days61To90', minor: 60_000, count: 1 },
        { key: 'over90', minor: 98_000, count: 2 },
      ],
      total: { minor: 1_233_000 },
      late: { minor: 593_000 },
      veryLate: { minor: 98_000 },
      credit: { minor: 12_050 },
      topLate: [
        ['1042', 'Fern & Co', 12, 180_000],
        ['1039', 'Larch Ltd', 33, 125_000],
        ['1021', 'Quay Street Studio', 99, 98_000],
        ['1040', 'Okafor Plumbing', 8, 70_000],
        ['1033', 'Théâtre du Pont', 64, 60_000],
      ].map(([number, name, daysLate, minor]) => ({
        id: `invoice-${number}`,
        number: String(number),
        customer: { id: `customer-${name}`, name: String(name) },
        dueDate: addDays(today, -Number(daysLate)),
        daysLate: Number(daysLate),
        minor: Number(minor),
        ...CURRENCY,
      })),
      from: { invoices: 412 },
      excluded: { drafts: 2, unknownStatus: 0 },
      partial: false,
    },
    profit: {
      form: profits.length === 1 ? 'young' : 'full',
      basis: 'ACCRUAL',
      year: today.slice(0, 4),
      months: profits,
      incomeMinor: sum(profits.map(({ incomeMinor }) => incomeMinor)),
      costsMinor: sum(profits.map(({ costsMinor }) => costsMinor)),
      profitMinor: sum(profits.map(({ profitMinor }) => profitMinor)),
      ...(best === undefined ? {} : { best: best.month }),
      from: { transactions },
      ...WHOLE,
    },
    ...change,
  }
}
