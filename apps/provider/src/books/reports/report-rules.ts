import { formatAmount } from '@counterfoil/money/money'
import type { Books } from '#books/open-books.ts'
import type {
  AccountSum,
  AgedSums,
  CashSum,
  MonthSum,
  ReportBasis,
  ReportLine,
  StandingSum,
} from './report.ts'
import { monthsOf, type DayRange } from './report-days.ts'
import type {
  AgedReceivablesSource,
  BalanceSheetSource,
  CashReportSource,
  ProfitAndLossMonthSource,
  ProfitAndLossSource,
} from './reports-schema.ts'

/** The account types whose balance a credit increases. */
const CREDIT_TYPES: ReadonlySet<string> = new Set(['EQUITY', 'INCOME', 'LIABILITY'])

/** Builds a profit and loss report with the income and expenses of each month of the range, also of months without entries. */
export function buildProfitAndLoss(
  books: Books,
  { from, to, basis }: DayRange & { readonly basis: ReportBasis },
  sums: readonly MonthSum[],
): ProfitAndLossSource {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  const totals = totalsOf(sums)
  return {
    basis,
    currency: books.currency,
    from,
    to,
    income: textOf(books, totals.income),
    expenses: textOf(books, totals.expenses),
    netProfit: textOf(books, totals.income - totals.expenses),
    months: monthsOf({ from, to }).map((month) => buildMonth(books, month, byMonth.get(month) ?? [])),
  }
}

function buildMonth(books: Books, month: string, sums: readonly MonthSum[]): ProfitAndLossMonthSource {
  const { income, expenses, goods } = totalsOf(sums)
  return {
    month,
    income: textOf(books, income),
    expenses: textOf(books, expenses),
    costOfGoodsSold: textOf(books, goods),
    netProfit: textOf(books, income - expenses),
    incomeLines: linesOf(books, sums, 'INCOME'),
    expenseLines: linesOf(books, sums, 'EXPENSE'),
  }
}

function totalsOf(sums: readonly AccountSum[]) {
  const goods = sums.filter(({ subtypeValue }) => subtypeValue === 'COST_OF_GOODS_SOLD')
  return { income: sumOf(sums, 'INCOME'), expenses: sumOf(sums, 'EXPENSE'), goods: sumOf(goods, 'EXPENSE') }
}

/** Builds a balance sheet. Profit has no equity account: it is the difference of income and expenses. */
export function buildBalanceSheet(
  books: Books,
  { on, basis }: { readonly on: string; readonly basis: ReportBasis },
  sums: readonly StandingSum[],
): BalanceSheetSource {
  const profitOf = (list: readonly AccountSum[]) => sumOf(list, 'INCOME') - sumOf(list, 'EXPENSE')
  const earlier = sums.map((sum) => ({ ...sum, debitMinor: sum.earlierDebitMinor }))
  const retained = profitOf(earlier)
  return {
    basis,
    currency: books.currency,
    on,
    assets: textOf(books, sumOf(sums, 'ASSET')),
    assetLines: linesOf(books, sums, 'ASSET'),
    liabilities: textOf(books, sumOf(sums, 'LIABILITY')),
    liabilityLines: linesOf(books, sums, 'LIABILITY'),
    equity: textOf(books, sumOf(sums, 'EQUITY') + profitOf(sums)),
    equityLines: linesOf(books, sums, 'EQUITY'),
    retainedEarnings: textOf(books, retained),
    netIncome: textOf(books, profitOf(sums) - retained),
  }
}

export function buildAgedReceivables(books: Books, asOf: string, sums: AgedSums): AgedReceivablesSource {
  const total = Object.values(sums).reduce((sum, minor) => sum + minor, 0n)
  return {
    asOf,
    currency: books.currency,
    notDue: textOf(books, sums.notDue),
    days1To30: textOf(books, sums.days1To30),
    days31To60: textOf(books, sums.days31To60),
    days61To90: textOf(books, sums.days61To90),
    over90: textOf(books, sums.over90),
    credits: textOf(books, sums.credits),
    total: textOf(books, total),
  }
}

/** Builds a cash report, without transfers between cash accounts and reversed entries. */
export function buildCashReport(
  books: Books,
  { from, to }: DayRange,
  { openingMinor, days }: { readonly openingMinor: bigint; readonly days: readonly CashSum[] },
): CashReportSource {
  let standing = openingMinor
  const rows = days.flatMap(({ day, debitMinor, creditMinor, movedMinor, undoneMinor }) => {
    standing += debitMinor - creditMinor
    const receivedMinor = debitMinor - movedMinor - undoneMinor
    const spentMinor = creditMinor - movedMinor - undoneMinor
    if (receivedMinor === 0n && spentMinor === 0n && movedMinor === 0n) return []
    return [
      {
        date: day,
        received: textOf(books, receivedMinor),
        spent: textOf(books, spentMinor),
        moved: textOf(books, movedMinor),
        balance: textOf(books, standing),
      },
    ]
  })
  return {
    currency: books.currency,
    from,
    to,
    opening: textOf(books, openingMinor),
    closing: textOf(books, standing),
    days: rows,
  }
}

/** Returns the sum on the normal side of the type. Contra accounts, such as discounts, are negative. */
function sumOf(sums: readonly AccountSum[], typeValue: AccountSum['typeValue']): bigint {
  const debit = sums.reduce((sum, each) => (each.typeValue === typeValue ? sum + each.debitMinor : sum), 0n)
  return CREDIT_TYPES.has(typeValue) ? -debit : debit
}

function linesOf(
  books: Books,
  sums: readonly AccountSum[],
  typeValue: AccountSum['typeValue'],
): readonly ReportLine[] {
  return sums
    .filter((sum) => sum.typeValue === typeValue && sum.debitMinor !== 0n)
    .map((sum) => ({ books, accountId: sum.accountId, amount: textOf(books, sumOf([sum], typeValue)) }))
}

function textOf({ currency }: Books, minorUnits: bigint): string {
  return formatAmount({ minorUnits, currency })
}
