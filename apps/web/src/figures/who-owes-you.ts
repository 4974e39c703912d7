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

/** P3: the amounts owed by customers, by age. */
export type WhoOwesYou = WhoOwesYouDrawn | WhoOwesYouEmpty | Unavailable

export interface WhoOwesYouDrawn extends PictureFacts {
  readonly form: 'full'
  /** The five ages, from "not due" to the latest; together they are `total`. */
  readonly ages: readonly OwedAge[]
  readonly total: MoneySum
  /** The sum of all ages except the first. */
  readonly late: MoneySum
  readonly veryLate: MoneySum
  /** The overpayments and unused credit notes, above zero; not part of the total. */
  readonly credit: MoneySum
  /** The five largest late invoices; none if not all invoices were read, or if they cannot be compared. */
  readonly topLate: readonly LateInvoice[]
}

interface WhoOwesYouEmpty extends PictureFacts {
  readonly form: 'empty'
  readonly credit: MoneySum
}

export type AgeKey = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90'

interface OwedAge extends MoneySum {
  readonly key: AgeKey
  /** The number of invoices; null if the sums are the provider's and not all invoices were read. */
  readonly count: number | null
}

/** The amount is in the currency of the invoice. */
export interface LateInvoice extends CurrencyAmount {
  readonly id: string
  readonly number: string
  /** The customer; null if customers may not be seen. */
  readonly customer: { readonly id: string; readonly name: string } | null
  readonly dueDate: string
  readonly daysLate: number
}

export interface OpenInvoiceRow extends InvoiceHead {
  readonly invoiceNumber: string
  readonly dueDate: string
  readonly amountDue: { readonly minorUnitValue: string }
  /** Undefined if customers may not be seen. */
  readonly customer?: { readonly id: string; readonly name: string } | null | undefined
}

/** The provider's sums of all open invoices by age, in the business's currency; decimal texts. `credits` is negative. */
export type AgedSums = Readonly<Record<AgeKey | 'credits', string>>

const AGES: readonly AgeKey[] = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90']
const TOP_LATE = 5

interface OwedInput {
  /** Open and overpaid invoices; one that came twice counts once. */
  readonly rows: readonly OpenInvoiceRow[]
  /** The provider's sums, used if rows are missing; undefined if the provider has no reports. */
  readonly aged: AgedSums | undefined
  /** True if an open invoice may be in another currency; `rows` alone cannot tell if some are missing. */
  readonly isForeignPossible: boolean
  /** The number of drafts that the provider has. */
  readonly drafts: number
  readonly invoices: number | undefined
  readonly today: string
  readonly currency: FigureCurrency
  readonly partial: boolean
}

/** Builds P3 from the rows; if rows are missing, from the provider's report. @throws AmountRefused */
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

/** Returns the number of all invoices; if some open ones are missing, of those that were read. */
function fromOf({ invoices, partial }: OwedInput, read: number): PictureFacts['from'] {
  if (invoices === undefined) return partial ? { invoices: read } : {}
  return partial ? { invoices: read, invoicesInAll: invoices } : { invoices }
}

/** Returns the age of an invoice. One that is due today is not late. */
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
