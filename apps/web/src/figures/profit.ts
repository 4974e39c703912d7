import { parseMinor, sumMinor } from './amount.ts'
import { monthOf } from './day.ts'
import { NOTHING_EXCLUDED, type PictureFacts, type Unavailable } from './picture-facts.ts'

/** P4: what was earned and spent in each month of this calendar year. */
export type Profit = ProfitDrawn | ProfitEmpty | Unavailable

export interface ProfitDrawn extends PictureFacts {
  /** `young`: all that is known lies in one month. */
  readonly form: 'full' | 'young'
  readonly basis: 'ACCRUAL' | 'CASH'
  readonly year: string
  /** From the first month of the year in which something was entered; the last one is the present month so far. */
  readonly months: readonly MonthProfit[]
  readonly incomeMinor: number
  readonly costsMinor: number
  readonly profitMinor: number
  /** The month with the highest profit among those that are over; undefined while there are not two. */
  readonly best?: string
}

export interface ProfitEmpty extends PictureFacts {
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

/** `expenses` holds the cost of goods sold. */
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
    from: input.transactions === undefined ? {} : { transactions: input.transactions },
    excluded: NOTHING_EXCLUDED,
    partial: false,
  }
  if (first === -1) return { form: 'empty', basis, year, ...facts }
  const months = ofYear.slice(first)
  const best = bestOf(months.filter(({ month }) => month < monthOf(today)))
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

/** The earliest of the best; none among fewer than two, and none that brought no profit. */
function bestOf(months: readonly MonthProfit[]): string | undefined {
  const [first, ...others] = months
  if (first === undefined || others.length === 0) return undefined
  const best = others.reduce((top, month) => (month.profitMinor > top.profitMinor ? month : top), first)
  return best.profitMinor > 0 ? best.month : undefined
}
