import {
  type CurrencyAmount,
  type FigureCurrency,
  isNothing,
  type MoneySum,
  parseMinor,
  parseMinorUnitValue,
  sumMinor,
} from './amount.ts'
import { daysBetween } from './day.ts'
import { conversionOf } from './own-currency.ts'
import {
  compareTexts,
  countInvoices,
  type InvoiceHead,
  type PictureFacts,
  type Unavailable,
} from './picture-facts.ts'

/** P3: what customers owe, by how long ago it was due. */
export type WhoOwesYou = WhoOwesYouDrawn | WhoOwesYouEmpty | Unavailable

export interface WhoOwesYouDrawn extends PictureFacts {
  readonly form: 'full'
  /** Five, from "not due" to the latest; together they are `total`. */
  readonly ages: readonly OwedAge[]
  readonly total: MoneySum
  /** All but the first age. */
  readonly late: MoneySum
  readonly veryLate: MoneySum
  /** What was paid too much, and what is left of credit notes, above zero; it is no part of the total. */
  readonly credit: MoneySum
  /** The five that are late for the most money; none where not all invoices were read, or cannot be compared. */
  readonly topLate: readonly LateInvoice[]
}

interface WhoOwesYouEmpty extends PictureFacts {
  readonly form: 'empty'
  readonly credit: MoneySum
}

export type AgeKey = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90'

interface OwedAge extends MoneySum {
  readonly key: AgeKey
  /** Null where the provider added up and not all invoices were read. */
  readonly count: number | null
}

/** The amount is in the currency of the invoice. */
export interface LateInvoice extends CurrencyAmount {
  readonly id: string
  readonly number: string
  /** Null where customers may not be seen. */
  readonly customer: { readonly id: string; readonly name: string } | null
  readonly dueDate: string
  readonly daysLate: number
}

export interface OpenInvoiceRow extends InvoiceHead {
  readonly invoiceNumber: string
  readonly dueDate: string
  readonly amountDue: { readonly minorUnitValue: string }
  /** Left out where customers may not be seen. */
  readonly customer?: { readonly id: string; readonly name: string } | null | undefined
}

/** What the provider adds up of all open invoices, in the currency of the business; decimal texts. `credits` is below zero. */
export type AgedSums = Readonly<Record<AgeKey | 'credits', string>>

const AGES: readonly AgeKey[] = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90']
const TOP_LATE = 5

interface OwedInput {
  /** Open and overpaid invoices; one that came twice counts once. */
  readonly rows: readonly OpenInvoiceRow[]
  /** Used where rows are missing; undefined where the provider offers no reports. */
  readonly aged: AgedSums | undefined
  /** True if some open invoice may be in another currency; `rows` alone cannot say it where some are missing. */
  readonly isForeignPossible: boolean
  /** How many drafts the provider has. */
  readonly drafts: number
  readonly invoices: number | undefined
  readonly today: string
  readonly currency: FigureCurrency
  readonly partial: boolean
}

/** Builds P3 of the rows; where rows are missing, of the provider's report. @throws AmountRefused */
export function buildWhoOwesYou(input: OwedInput): WhoOwesYou {
  return input.partial && input.aged !== undefined ? ofReport(input, input.aged) : ofRows(input)
}

function ofReport(input: OwedInput, aged: AgedSums): WhoOwesYou {
  const minorOf = (key: keyof AgedSums) => parseMinor(aged[key], input.currency.exponent)
  const ages = AGES.map((key) => ({ key, minor: minorOf(key), count: null }))
  const sum = (some: typeof ages) => ({ minor: sumMinor(some.map(({ minor }) => minor)) })
  const credit = { credit: { minor: -minorOf('credits') || 0 } }
  const facts: PictureFacts = {
    from: input.invoices === undefined ? {} : { invoices: input.invoices },
    excluded: { drafts: input.drafts, unknownStatus: 0 },
    partial: false,
    isAbout: input.isForeignPossible,
  }
  const total = sum(ages)
  if (isNothing(total)) return { form: 'empty', ...credit, ...facts }
  const parts = { ages, total, late: sum(ages.slice(1)), veryLate: sum(ages.slice(-1)) }
  return { form: 'full', ...parts, ...credit, topLate: [], ...facts }
}

function ofRows(input: OwedInput): WhoOwesYou {
  const { today, currency, partial } = input
  const { counted, excluded } = countInvoices(input.rows)
  const amounts = counted
    .map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))
    .filter(({ minor }) => minor !== 0)
  const { kind, sum } = conversionOf(
    amounts.map(({ row }) => row),
    currency,
  )
  const facts: PictureFacts = {
    from: fromOf(input, counted.length),
    excluded: { ...excluded, drafts: input.drafts },
    partial,
    isAbout: kind === 'about',
  }
  const credits = amounts.filter(({ minor }) => minor < 0).map(({ row, minor }) => ({ row, minor: -minor }))
  const credit = { credit: sum(credits) }
  const owed = amounts
    .filter(({ minor }) => minor > 0)
    .map(({ row, minor }) => ({ row, minor, daysLate: daysBetween({ from: row.dueDate, to: today }) }))
  const total = sum(owed)
  if (isNothing(total) && !partial) return { form: 'empty', ...credit, ...facts }

  const byAge = Map.groupBy(owed, ({ daysLate }) => ageOf(daysLate))
  const ages = AGES.map((key): OwedAge => {
    const rows = byAge.get(key) ?? []
    return { key, ...sum(rows), count: rows.length }
  })
  const late = owed.filter(({ daysLate }) => daysLate > 0)
  const worth = (one: Owed) => sum([one]).minor
  return {
    form: 'full',
    ages,
    total,
    late: sum(late),
    veryLate: sum(byAge.get('over90') ?? []),
    ...credit,
    topLate:
      kind === 'named' || partial
        ? []
        : late
            .toSorted((one, other) => worth(other) - worth(one) || longestFirst(one, other))
            .slice(0, TOP_LATE)
            .map((each) => readLate(each, currency)),
    ...facts,
  }
}

/** Of all invoices; where some that are open are missing, of those that were read. */
function fromOf({ invoices, partial }: OwedInput, read: number): PictureFacts['from'] {
  if (invoices === undefined) return partial ? { invoices: read } : {}
  return partial ? { invoices: read, invoicesInAll: invoices } : { invoices }
}

/** What is due today is not late. */
export function ageOf(daysLate: number): AgeKey {
  if (daysLate <= 0) return 'notDue'
  if (daysLate <= 30) return 'days1To30'
  if (daysLate <= 60) return 'days31To60'
  return daysLate <= 90 ? 'days61To90' : 'over90'
}

interface Owed {
  readonly row: OpenInvoiceRow
  readonly minor: number
  readonly daysLate: number
}

function longestFirst(one: Owed, other: Owed): number {
  return other.daysLate - one.daysLate || compareTexts(one.row.id, other.row.id)
}

function readLate({ row, minor, daysLate }: Owed, own: FigureCurrency): LateInvoice {
  const { id, name } = row.customer ?? {}
  const { code, exponent = own.exponent } = row.currency
  return {
    id: row.id,
    number: row.invoiceNumber,
    customer: id === undefined || name === undefined ? null : { id, name },
    dueDate: row.dueDate,
    daysLate,
    ...{ minor, code, exponent },
  }
}
