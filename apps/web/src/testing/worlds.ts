import fc from 'fast-check'
import type { OverviewQuery } from '#generated/operations.ts'

/** The books of a business, and how many of their rows are read. */
export interface World {
  readonly own: Currency
  readonly invoices: readonly WorldInvoice[]
  /** The cash in minor units. Null if accounts may not be seen. */
  readonly cash: number | null
  /** `whole`: every row is read. `many`: 100,000 open invoices, which only the report adds up. `cut`: rows are missing, no report. */
  readonly reach: 'whole' | 'many' | 'cut'
  /** The profit of this month and of the same days of the previous month, in minor units. Undefined if there was none. */
  readonly profit?: { readonly now: number; readonly before: number }
  /** The rent paid on the 25th of each month, positive. */
  readonly rent?: number
}

export interface Currency {
  readonly code: string
  readonly exponent: number
}

export interface WorldInvoice {
  readonly currency: Currency
  /** The exchange rate as decimal text; "0" if unknown. */
  readonly rate: string
  readonly due: number
  readonly daysLate: number
}

export const TODAY = '2026-11-20'
export const CURRENCIES: readonly Currency[] = [
  { code: 'CAD', exponent: 2 },
  { code: 'EUR', exponent: 2 },
  { code: 'GBP', exponent: 2 },
  { code: 'JPY', exponent: 0 },
  { code: 'KWD', exponent: 3 },
]
export const dayLate = (days: number) =>
  new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)

/** Computes the open, late and very late amounts of the books in whole minor units, by plain fractions. */
export function modelOf({ own, invoices }: World) {
  const foreign = invoices.filter(({ currency, due }) => currency.code !== own.code && due !== 0)
  const isNamed = foreign.some(({ rate }) => Number(rate) === 0)
  const add = (some: readonly WorldInvoice[]) => {
    const sums = new Map<string, number>()
    for (const { currency, rate, due } of some) {
      const isConverted = currency.code !== own.code && !isNamed
      const [whole = '', part = ''] = rate.split('.')
      const exact = BigInt(due) * BigInt(whole + part) * 10n ** BigInt(own.exponent)
      const unit = 10n ** BigInt(part.length + currency.exponent)
      const rounded = exact / unit + ((exact % unit) * 2n >= unit ? 1n : 0n)
      const key = isConverted ? own.code : currency.code
      sums.set(key, (sums.get(key) ?? 0) + (isConverted ? Number(rounded) : due))
    }
    return [...sums]
      .filter(([, minor]) => minor !== 0)
      .toSorted(([one], [other]) => (one === own.code ? -1 : other === own.code ? 1 : one < other ? -1 : 1))
  }
  const owed = invoices.filter(({ due }) => due > 0)
  return {
    isAbout: foreign.length > 0 && !isNamed,
    isNamed,
    owed: add(owed),
    late: add(owed.filter(({ daysLate }) => daysLate > 0)),
    veryLate: add(owed.filter(({ daysLate }) => daysLate > 90)),
    ages: [-1e9, 0, 30, 60, 90].map((from, place, all) =>
      add(owed.filter(({ daysLate }) => daysLate > from && daysLate <= (all[place + 1] ?? 1e9))),
    ),
    credits: add(invoices.filter(({ due }) => due < 0).map((each) => ({ ...each, due: -each.due }))),
  }
}

export type Sums = ReturnType<typeof modelOf>['owed']
export const unit = (code: string) => 10 ** (CURRENCIES.find((each) => each.code === code)?.exponent ?? 0)

/** Returns the answer of a provider with these books. */
export function answerOf(world: World): { readonly business: OverviewQuery['business'] } {
  const { own, invoices, reach, cash, profit } = world
  const node = ({ currency, rate, due, daysLate }: WorldInvoice, place: number) => ({
    node: {
      ...{
        id: `${place}`,
        invoiceNumber: `${place}`,
        currency,
        exchangeRate: rate,
        dueDate: dayLate(daysLate),
      },
      status: due < 0 ? 'OVERPAID' : daysLate > 0 ? 'OVERDUE' : 'SENT',
      amountDue: { minorUnitValue: `${due}` },
      customer: { id: 'fern', name: 'Fern & Co' },
    },
  })
  const all = invoices.map(node)
  const open = all.filter((_, place) => (invoices[place]?.due ?? 0) > 0)
  const isMany = reach === 'many'
  const list = (edges: readonly object[], totalCount = edges.length) => ({
    edges,
    pageInfo: { totalCount, totalPages: totalCount > 250 ? Math.ceil(totalCount / 250) : 1 },
  })
  const { ages, credits } = modelOf(world)
  const text = (sums: Sums) => {
    const minor = String(sums.reduce((sum, [, each]) => sum + each, 0)).padStart(own.exponent + 1, '0')
    return own.exponent === 0 ? minor : `${minor.slice(0, -own.exponent)}.${minor.slice(-own.exponent)}`
  }
  const [notDue, days1To30, days31To60, days61To90, over90] = ages.map(text)
  const aged = { notDue, days1To30, days31To60, days61To90, over90, credits: `-${text(credits)}` }
  const signed = (minor: number) => `${minor < 0 ? '-' : ''}${text([[own.code, Math.abs(minor)]])}`
  const balance = cash === null ? '' : signed(cash)
  const monthOf = (month: string, minor: number) => ({ month, income: signed(minor), expenses: '0' })
  return {
    business: {
      ...{ id: 'b', name: 'Northwind', timezone: 'UTC', currency: own },
      accounts:
        cash === null
          ? undefined
          : list([
              { node: { id: 'a', name: 'Bank', isArchived: false, balanceInBusinessCurrency: balance } },
            ]),
      cash: { opening: balance, days: [] },
      aged: isMany ? aged : null,
      profit: { basis: 'ACCRUAL', months: profit === undefined ? [] : [monthOf('2026-11-01', profit.now)] },
      before: { months: profit === undefined ? [] : [monthOf('2026-10-01', profit.before)] },
      ...{ transactions: list([], 9), onUtcDay: list([]), onDayAfter: list([]) },
      open: isMany ? list([], 100_000) : list(open, open.length + (reach === 'cut' ? 1 : 0)),
      overpaid: list(all.filter((_, place) => (invoices[place]?.due ?? 0) < 0)),
      drafts: list([], 0),
      invoices: list([], isMany ? 100_000 : all.length + 1),
    } as unknown as OverviewQuery['business'],
  }
}

const invoiceOf = (own: Currency, currencies: readonly Currency[], areRatesKnown: boolean) =>
  fc
    .record({
      currency: fc.constantFrom(...currencies),
      rate: fc.oneof(
        fc
          .integer({ min: 1, max: 99_999_999 })
          .map((rate) => `${Math.floor(rate / 1e4)}.${String(rate % 1e4).padStart(4, '0')}`),
        fc.constant(areRatesKnown ? '1.4725' : '0'),
      ),
      due: fc.oneof(fc.integer({ min: -5_000, max: 9_999_999 }), fc.constantFrom(0, 1, 49, 99_999_999)),
      daysLate: fc.oneof(fc.integer({ min: -90, max: 400 }), fc.constantFrom(0, 1, 30, 31, 60, 61, 90, 91)),
    })
    .map((row): WorldInvoice => ({
      ...row,
      rate:
        row.currency.code === own.code ? '1' : Number(row.rate) === 0 && areRatesKnown ? '0.0001' : row.rate,
    }))

const AMOUNT = fc.oneof(fc.integer({ min: -1e8, max: 1e8 }), fc.constantFrom(-49, -1, 0, 1, 49))

export const WORLD: fc.Arbitrary<World> = fc
  .record({
    own: fc.constantFrom(...CURRENCIES),
    currencies: fc.integer({ min: 1, max: 5 }),
    areRatesKnown: fc.boolean(),
    reach: fc.constantFrom('whole', 'whole', 'many', 'cut'),
    cash: fc.oneof(fc.constant(null), fc.integer({ min: -1e8, max: 1e8 }), fc.constantFrom(-1, 1, 49)),
    profit: fc.option(fc.record({ now: AMOUNT, before: AMOUNT }), { nil: undefined }),
    rent: fc.option(fc.oneof(fc.integer({ min: 1, max: 1e8 }), fc.constant(1)), { nil: undefined }),
  })
  .chain(({ own, currencies, areRatesKnown, reach, cash, profit, rent }) => {
    const some = [own, ...CURRENCIES.filter(({ code }) => code !== own.code)].slice(0, currencies)
    return fc
      .array(invoiceOf(own, some, areRatesKnown || reach === 'many'), { maxLength: 8 })
      .map((invoices): World => ({
        own,
        reach,
        cash,
        invoices,
        ...(profit && { profit }),
        ...(rent && { rent }),
      }))
  })
