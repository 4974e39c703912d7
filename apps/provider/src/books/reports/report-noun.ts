import type { AccountReader } from '#books/accounts/account.ts'
import { isEntryDay } from '#books/book-limits.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { openReachedBooks } from '#books/open-books.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { Noun } from '#caller/noun.ts'
import { type DayRange, isLonger, monthsOf, splitRange } from './report-days.ts'
import {
  buildAgedReceivables,
  buildBalanceSheet,
  buildCashReport,
  buildProfitAndLoss,
} from './report-rules.ts'
import { createReportReaders, type ReportReader } from './report-store.ts'
import type { ReportsResolvers } from './reports-schema.ts'

const MAX_MONTHS = 36
const MAX_DAYS = 366

type Needs = {
  readonly businesses: BusinessReader
  readonly accounts: AccountReader
  readonly reports: ReportReader
}

const reportResolvers = {
  Business: {
    async profitAndLoss({ uuid }, { from, to, basis }, context) {
      const books = await openReachedBooks(context, uuid)
      const days = readRange({ from, to: to ?? context.reports.today(books) })
      if (monthsOf(days).length > MAX_MONTHS)
        throw badInput(`The days lie in more than ${MAX_MONTHS} months.`)
      const sums = await context.reports.sumMonths({ books, range: splitRange(days), basis })
      return buildProfitAndLoss(books, { ...days, basis }, sums)
    },
    async balanceSheet({ uuid }, { on, basis }, context) {
      const books = await openReachedBooks(context, uuid)
      const day = on ?? context.reports.today(books)
      readRange({ from: day, to: day })
      return buildBalanceSheet(
        books,
        { on: day, basis },
        await context.reports.sumStanding({ books, on: day, basis }),
      )
    },
    async agedReceivables({ uuid }, { on }, context) {
      const { reports } = context
      if (on !== null && on !== undefined) {
        readRange({ from: on, to: on })
        const books = await openReachedBooks(context, uuid)
        return buildAgedReceivables(books, on, await reports.sumAgedOn({ books, on }))
      }
      const books = await openReachedBooks(context, uuid)
      const today = reports.today(books)
      return buildAgedReceivables(books, today, await reports.sumAged({ books, today }))
    },
    async cashByDay({ uuid }, { from, to }, context) {
      const books = await openReachedBooks(context, uuid)
      const range = readRange({ from, to: to ?? context.reports.today(books) })
      if (isLonger(range, MAX_DAYS)) throw badInput(`to is more than ${MAX_DAYS} days after from.`)
      return buildCashReport(books, range, await context.reports.sumCash({ books, range }))
    },
  },
  ReportLine: {
    account: ({ books, accountId }, _args, context) => context.accounts.follow(books, accountId),
  },
} satisfies ReportsResolvers<Needs>

/** @throws CallerError BAD_USER_INPUT for days outside the books, and for a first day after the last one */
function readRange({ from, to }: DayRange): DayRange {
  if (!isEntryDay(from) || !isEntryDay(to)) throw badInput('Days must be from 1900-01-01 to 2199-12-31.')
  if (from > to) throw badInput('from must not be after to.')
  return { from, to }
}

function badInput(message: string): CallerError {
  return new CallerError('BAD_USER_INPUT', message)
}

/** Reports on the books of a business. */
export const reportNoun = {
  sdl: new URL('reports.graphql', import.meta.url),
  resolvers: reportResolvers,
  commands: {},
  createReaders: (db, clock) => {
    const createReader = createReportReaders(db, clock)
    return () => ({ reports: createReader() })
  },
} satisfies Noun
