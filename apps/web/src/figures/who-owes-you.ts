import { parseMinorUnitValue, sumMinor } from './amount.ts'
import { daysBetween } from './day.ts'
import { countCurrencies, type PictureFacts, type Unavailable } from './picture-facts.ts'

/** P3: what customers owe, by how long ago it was due. */
export type WhoOwesYou = WhoOwesYouDrawn | WhoOwesYouEmpty | Unavailable

export interface WhoOwesYouDrawn extends PictureFacts {
  readonly form: 'full'
  /** Five, from "not due" to the latest; together they are `totalMinor`. */
  readonly ages: readonly OwedAge[]
  readonly totalMinor: number
  /** All but the first age. */
  readonly lateMinor: number
  readonly lateCount: number
  readonly veryLateMinor: number
  /** What was paid too much, above zero; it is no part of the total. */
  readonly creditMinor: number
  readonly creditCount: number
  /** The five that are late for the most money. */
  readonly topLate: readonly LateInvoice[]
}

export interface WhoOwesYouEmpty extends PictureFacts {
  readonly form: 'empty'
  readonly creditMinor: number
  readonly creditCount: number
}

export type AgeKey = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90'

export interface OwedAge {
  readonly key: AgeKey
  readonly minor: number
  readonly count: number
}

export interface LateInvoice {
  readonly id: string
  readonly number: string
  /** Null where customers may not be seen. */
  readonly customer: { readonly id: string; readonly name: string } | null
  readonly dueDate: string
  readonly daysLate: number
  readonly minor: number
}

export interface OpenInvoiceRow {
  readonly id: string
  readonly invoiceNumber: string
  readonly status: string
  readonly dueDate: string
  readonly currency: { readonly code: string }
  readonly amountDue: { readonly minorUnitValue: string }
  readonly customer?: { readonly id: string; readonly name: string } | null
}

const AGES: readonly AgeKey[] = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90']
const TOP_LATE = 5
/** Statuses of approved invoices, as far as this app knows them. Drafts are left out, and so is what comes to be. */
const COUNTED: ReadonlySet<string> = new Set([
  'OVERDUE',
  'OVERPAID',
  'PAID',
  'PARTIAL',
  'SAVED',
  'SENT',
  'UNPAID',
  'VIEWED',
])

/**
 * @param input.rows Open and overpaid invoices; one that came twice counts once.
 * @param input.drafts How many drafts the provider has.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildWhoOwesYou(input: {
  readonly rows: readonly OpenInvoiceRow[]
  readonly drafts: number
  readonly invoices: number | undefined
  readonly today: string
  readonly currency: string
  readonly partial: boolean
}): WhoOwesYou {
  const { today, currency } = input
  const unique = [...new Map(input.rows.map((row) => [row.id, row])).values()]
  const approved = unique.filter(({ status }) => status !== 'DRAFT')
  const known = approved.filter(({ status }) => COUNTED.has(status))
  const own = known.filter((row) => row.currency.code === currency)
  const facts: PictureFacts = {
    from: input.invoices === undefined ? {} : { invoices: input.invoices },
    excluded: {
      drafts: input.drafts,
      unknownStatus: approved.length - known.length,
      otherCurrency: countCurrencies(
        known.filter((row) => row.currency.code !== currency).map((row) => row.currency.code),
      ),
    },
    partial: input.partial,
  }
  const amounts = own.map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))
  const credits = amounts.filter(({ minor }) => minor < 0)
  const credit = {
    creditMinor: -sumMinor(credits.map(({ minor }) => minor)) || 0,
    creditCount: credits.length,
  }
  const owed = amounts
    .filter(({ minor }) => minor > 0)
    .map(({ row, minor }) => ({ row, minor, daysLate: daysBetween({ from: row.dueDate, to: today }) }))
  if (owed.length === 0 && !input.partial) return { form: 'empty', ...credit, ...facts }

  const byAge = Map.groupBy(owed, ({ daysLate }) => ageOf(daysLate))
  const ages = AGES.map((key): OwedAge => {
    const rows = byAge.get(key) ?? []
    return { key, minor: sumMinor(rows.map(({ minor }) => minor)), count: rows.length }
  })
  const late = owed.filter(({ daysLate }) => daysLate > 0)
  return {
    form: 'full',
    ages,
    totalMinor: sumMinor(ages.map(({ minor }) => minor)),
    lateMinor: sumMinor(late.map(({ minor }) => minor)),
    lateCount: late.length,
    veryLateMinor: ages.at(-1)?.minor ?? 0,
    ...credit,
    topLate: late.toSorted(mostMoneyFirst).slice(0, TOP_LATE).map(readLate),
    ...facts,
  }
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

function mostMoneyFirst(one: Owed, other: Owed): number {
  return (
    other.minor - one.minor ||
    other.daysLate - one.daysLate ||
    (one.row.id < other.row.id ? -1 : one.row.id > other.row.id ? 1 : 0)
  )
}

function readLate({ row, minor, daysLate }: Owed): LateInvoice {
  const { id, name } = row.customer ?? {}
  return {
    id: row.id,
    number: row.invoiceNumber,
    customer: id === undefined || name === undefined ? null : { id, name },
    dueDate: row.dueDate,
    daysLate,
    minor,
  }
}
