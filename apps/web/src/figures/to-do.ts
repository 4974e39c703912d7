import { type FigureCurrency, type MoneySum, parseMinorUnitValue } from './amount.ts'
import { daysBetween } from './day.ts'
import { conversionOf, type InvoiceCurrency } from './own-currency.ts'
import { countInvoices } from './picture-facts.ts'
import type { OpenInvoiceRow } from './who-owes-you.ts'

/** The most things that are listed for one day. */
export const MOST_TO_DO = 5

/** A thing that the owner can do today. Amounts are in the business's currency if exchange rates are known. */
export type ToDo = {
  /** The key under which the thing is postponed. */
  readonly key: string
} & (
  | (Due & {
      readonly kind: 'remind'
      readonly customer: string
      /** The id of the customer's oldest late invoice. */
      readonly id: string
      readonly invoices: number
      readonly daysLate: number
      /** The customer's usual delay in days, if known; negative is early. */
      readonly usual?: number
    })
  | (Due & {
      /** `send`: an approved invoice. `invoice`: an estimate that was accepted. */
      readonly kind: 'send' | 'invoice'
      readonly id: string
      readonly number: string
      readonly customer: string | null
    })
  | { readonly kind: 'approve'; readonly drafts: number }
)

/** The amount due, or the total of an estimate. */
interface Due {
  readonly amount: MoneySum
  readonly isAbout: boolean
}

/** An accepted estimate without an invoice. */
interface AcceptedEstimate extends InvoiceCurrency {
  readonly id: string
  readonly estimateNumber: string
  readonly total: { readonly minorUnitValue: string }
  readonly customer?: { readonly name: string } | null
}

/**
 * Returns the things to do today, the most valuable first: customers to remind, approved invoices to send, accepted estimates to
 * invoice, and drafts to look at.
 * @param about.open Every open invoice.
 * @param about.usuallyLate Usual delay in days by customer id.
 * @param about.putOff By key: the day on which a postponed thing is shown again.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildToDo(about: {
  readonly today: string
  readonly currency: FigureCurrency
  readonly open: readonly OpenInvoiceRow[]
  readonly accepted: readonly AcceptedEstimate[]
  readonly drafts: number
  readonly usuallyLate: Readonly<Record<string, number>>
  readonly putOff: Readonly<Record<string, string>>
}): readonly ToDo[] {
  const { today, currency, putOff, usuallyLate } = about
  const owed = countInvoices(about.open)
    .counted.map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))
    .filter(({ minor }) => minor > 0)
  const late = owed.filter(({ row }) => row.status !== 'SAVED' && row.dueDate < today)
  const unsent = owed.filter(({ row }) => row.status === 'SAVED')
  const sumOf = (some: readonly { readonly row: InvoiceCurrency; readonly minor: number }[]): Due => {
    const { kind, sum } = conversionOf(
      some.map(({ row }) => row),
      currency,
    )
    return { amount: sum(some), isAbout: kind === 'about' }
  }
  const reminders = [...Map.groupBy(late, ({ row }) => row.customer?.id)].flatMap(
    ([customerId, invoices]): readonly ToDo[] => {
      const oldest = invoices.toSorted((one, other) => (one.row.dueDate < other.row.dueDate ? -1 : 1))[0]?.row
      if (customerId === undefined || oldest === undefined) return []
      const usual = usuallyLate[customerId]
      return [
        {
          ...{ key: `remind:${customerId}`, kind: 'remind', customer: oldest.customer?.name ?? '' },
          ...{ id: oldest.id, invoices: invoices.length },
          daysLate: daysBetween({ from: oldest.dueDate, to: today }),
          ...(usual === undefined ? {} : { usual }),
          ...sumOf(invoices),
        },
      ]
    },
  )
  const sendings = unsent.map((one): ToDo => {
    const { id, invoiceNumber: number, customer } = one.row
    return { key: `send:${id}`, kind: 'send', id, number, customer: customer?.name ?? null, ...sumOf([one]) }
  })
  const invoicings = about.accepted.map((row): ToDo => {
    const { id, estimateNumber: number, customer } = row
    const minor = parseMinorUnitValue(row.total.minorUnitValue)
    return {
      ...{ key: `invoice:${id}`, kind: 'invoice', id, number, customer: customer?.name ?? null },
      ...sumOf([{ row, minor }]),
    }
  })
  const valueOf = (each: ToDo) => ('amount' in each ? each.amount.minor : 0)
  const isShown = ({ key }: ToDo) => (putOff[key] ?? '') <= today
  const byValue = [...reminders, ...sendings, ...invoicings]
    .filter(isShown)
    .toSorted((one, other) => valueOf(other) - valueOf(one))
  const drafts = [{ key: 'approve', kind: 'approve', drafts: about.drafts } as const].filter(
    (each) => each.drafts > 0 && isShown(each),
  )
  return [...byValue.slice(0, MOST_TO_DO - drafts.length), ...drafts]
}
