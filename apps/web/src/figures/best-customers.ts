import { type FigureCurrency, parseMinorUnitValue, percentOf, sumMinor } from './amount.ts'
import { findSince, firstDayOfYearUntil, type Since } from './day.ts'
import { comparableOf } from './own-currency.ts'
import { compareTexts, countInvoices, type InvoiceHead, type PictureFacts } from './picture-facts.ts'

/** The fewest customers for a ranking. */
const MIN_CUSTOMERS = 3

interface InvoicedRow extends InvoiceHead {
  readonly invoiceDate: string
  readonly customer: { readonly id: string; readonly name: string }
  readonly total: { readonly minorUnitValue: string }
  readonly taxTotal: { readonly minorUnitValue: string }
}

interface CustomerRow {
  readonly id: string
  readonly name: string
  /** The invoiced amount in minor units, without taxes. */
  readonly minor: number
  readonly invoices: number
  /** The share of the total, in whole percent. */
  readonly percent: number
}

export interface BestCustomersModel extends PictureFacts {
  /** `few`: too few customers for a picture; a sentence names them instead. */
  readonly form: 'full' | 'few' | 'empty'
  readonly since: Since
  readonly totalMinor: number
  /** All customers, largest amount first. */
  readonly rows: readonly CustomerRow[]
  /** The smallest number of customers who bring half or more of the total, and their share in whole percent. */
  readonly half: { readonly customers: number; readonly percent: number }
}

/**
 * Builds P6: the amounts invoiced to each customer without taxes in the twelve whole months before the current one and in that
 * month. Customers of the same name stay separate.
 */
export function buildBestCustomers(
  rows: readonly InvoicedRow[],
  about: { readonly today: string; readonly currency: FigureCurrency; readonly partial: boolean },
): BestCustomersModel {
  const { today, currency } = about
  const first = firstDayOfYearUntil(today)
  const inTime = rows.filter(({ invoiceDate }) => invoiceDate >= first && invoiceDate <= today)
  const { counted, excluded } = countInvoices(inTime)
  const { kind, sum } = comparableOf(counted, currency)
  const sums = new Map<string, { id: string; name: string; minor: number; invoices: number }>()
  for (const row of counted) {
    const { id, name } = row.customer
    const known = sums.get(id)
    sums.set(id, {
      id,
      name,
      minor: sumMinor([known?.minor ?? 0, sum([{ row, minor: netOf(row) }]).minor]),
      invoices: (known?.invoices ?? 0) + 1,
    })
  }
  const totalMinor = sumMinor([...sums.values()].map(({ minor }) => minor))
  const ranked = [...sums.values()]
    .toSorted((one, other) => other.minor - one.minor || compareTexts(one.id, other.id))
    .map((row) => ({ ...row, percent: percentOf({ part: row.minor, total: totalMinor }) }))
  return {
    form: formOf({ customers: ranked.length, totalMinor }),
    since: findSince(counted, today),
    totalMinor,
    rows: ranked,
    half: findHalf(ranked, totalMinor),
    from: { invoices: counted.length },
    excluded,
    partial: about.partial,
    isAbout: kind === 'about',
  }
}

function netOf({ total, taxTotal }: InvoicedRow): number {
  return sumMinor([parseMinorUnitValue(total.minorUnitValue), -parseMinorUnitValue(taxTotal.minorUnitValue)])
}

function formOf(of: { readonly customers: number; readonly totalMinor: number }): BestCustomersModel['form'] {
  if (of.totalMinor <= 0) return 'empty'
  return of.customers < MIN_CUSTOMERS ? 'few' : 'full'
}

function findHalf(rows: readonly CustomerRow[], totalMinor: number): BestCustomersModel['half'] {
  let sum = 0
  for (const [place, { minor }] of rows.entries()) {
    sum += minor
    if (sum * 2 >= totalMinor)
      return { customers: place + 1, percent: percentOf({ part: sum, total: totalMinor }) }
  }
  return { customers: rows.length, percent: 100 }
}
