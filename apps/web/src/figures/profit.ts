import { parseMinor, sumMinor } from './amount.ts'
import { monthOf } from './day.ts'
import { NOTHING_EXCLUDED, type PictureFacts, type Unavailable } from './picture-facts.ts'

/** P4: the income and costs in each month of this calendar year. */
export type Profit = ProfitDrawn | ProfitEmpty | Unavailable

export interface ProfitDrawn extends PictureFacts {
  /** `young`: all known data is in one month. */
  readonly form: 'full' | 'young'
  readonly basis: 'ACCRUAL' | 'CASH'
  readonly year: string
  /** The months since the first one of the year with an entry; the last one is the current month so far. */
  readonly months: readonly MonthProfit[]
  readonly incomeMinor: number
  readonly costsMinor: number
  readonly profitMinor: number
  /** The month with the highest profit, among two or more past months, or the current one if it is higher already. */
  readonly best?: string
}

interface ProfitEmpty extends PictureFacts {
  readonly form: 'empty'
  readonly basis: ProfitDrawn['basis']
  readonly year: string
}

export interface MonthProfit {
  readonly month: string
  readonly incomeMinor: number
  /** Cost of goods sold and expenses. */
  readonly costsMinor: number
  readonly profitMinor: number
}

/** The report's row of a month; `expenses` includes the cost of goods sold. */
export interface ProfitMonthRow {
  /** The first day of the month. */
  readonly month: string
  readonly income: string
  readonly expenses: string
}

/** @throws AmountRefused for an amount that cannot be held */
export function buildProfit(input: {
  readonly months: readonly ProfitMonthRow[]
  readonly basis: ProfitDrawn['basis']
  readonly transactions: number | undefined
  readonly today: string
  readonly exponent: number
}): Profit {
  const { basis, today, exponent } = input
  const year = today.slice(0, 4)
  const ofYear = input.months
    .map((row) => readMonth(row, exponent))
    .filter(({ month }) => month.startsWith(year) && month <= monthOf(today))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
  const first = ofYear.findIndex(({ incomeMinor, costsMinor }) => incomeMinor !== 0 || costsMinor !== 0)
  const facts: PictureFacts = {
    from: { transactions: input.transactions },
    excluded: NOTHING_EXCLUDED,
    partial: false,
  }
  if (first === -1) return { form: 'empty', basis, year, ...facts }
  const months = ofYear.slice(first)
  const best = bestOf(months, monthOf(today))
  return {
    form: months.length === 1 ? 'young' : 'full',
    basis,
    year,
    months,
    incomeMinor: sumMinor(months.map(({ incomeMinor }) => incomeMinor)),
    costsMinor: sumMinor(months.map(({ costsMinor }) => costsMinor)),
    profitMinor: sumMinor(months.map(({ profitMinor }) => profitMinor)),
    ...(best === undefined ? {} : { best }),
    ...facts,
  }
}

function readMonth({ month, income, expenses }: ProfitMonthRow, exponent: number): MonthProfit {
  const incomeMinor = parseMinor(income, exponent)
  const costsMinor = parseMinor(expenses, exponent)
  return { month: monthOf(month), incomeMinor, costsMinor, profitMinor: sumMinor([incomeMinor, -costsMinor]) }
}

/** Returns the earliest of the best months; undefined for one month alone, and if none had a profit. */
function bestOf(months: readonly MonthProfit[], present: string): string | undefined {
  const [best, second] = months.toSorted((one, other) => other.profitMinor - one.profitMinor)
  if (best === undefined || second === undefined || best.profitMinor <= 0) return undefined
  // One past month and some days of the next cannot be compared.
  const isComparable = months.filter(({ month }) => month < present).length > 1
  return best.month === present || isComparable ? best.month : undefined
}
