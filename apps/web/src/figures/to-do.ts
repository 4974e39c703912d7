import { type FigureCurrency, type MoneySum, parseMinorUnitValue } from './amount.ts'
import { daysBetween } from './day.ts'
import { conversionOf } from './own-currency.ts'
import { countInvoices } from './picture-facts.ts'
import type { OpenInvoiceRow } from './who-owes-you.ts'

/** The most that are listed for one day. */
export const MOST_TO_DO = 5

/** One thing that the owner can do today. The amounts are unpaid, in the currency of the business where rates are known. */
export type ToDo =
  | {
      readonly kind: 'remind'
      readonly customer: string
      /** The oldest of the customer's late invoices. */
      readonly id: string
      readonly invoices: number
      readonly daysLate: number
      readonly amount: MoneySum
      readonly isAbout: boolean
    }
  | {
      readonly kind: 'send'
      readonly id: string
      readonly number: string
      readonly customer: string | null
      readonly amount: MoneySum
      readonly isAbout: boolean
    }
  | { readonly kind: 'approve'; readonly drafts: number }

/**
 * Returns what can be done today, the most valuable first: customers to remind, approved invoices to send, and drafts to look at.
 * @param about.open Every open invoice.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildToDo(about: {
  readonly today: string
  readonly currency: FigureCurrency
  readonly open: readonly OpenInvoiceRow[]
  readonly drafts: number
}): readonly ToDo[] {
  const { today, currency } = about
  const owed = countInvoices(about.open)
    .counted.map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))
    .filter(({ minor }) => minor > 0)
  const late = owed.filter(({ row }) => row.status !== 'SAVED' && row.dueDate < today)
  const unsent = owed.filter(({ row }) => row.status === 'SAVED')
  const sumOf = (some: typeof owed) => {
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
      return [
        {
          ...{ kind: 'remind', customer: oldest.customer?.name ?? '', id: oldest.id },
          invoices: invoices.length,
          daysLate: daysBetween({ from: oldest.dueDate, to: today }),
          ...sumOf(invoices),
        },
      ]
    },
  )
  const sendings = unsent.map((one): ToDo => {
    const { id, invoiceNumber, customer } = one.row
    return { kind: 'send', id, number: invoiceNumber, customer: customer?.name ?? null, ...sumOf([one]) }
  })
  const valueOf = (each: ToDo) => ('amount' in each ? each.amount.minor : 0)
  const byValue = [...reminders, ...sendings].toSorted((one, other) => valueOf(other) - valueOf(one))
  const drafts: readonly ToDo[] = about.drafts > 0 ? [{ kind: 'approve', drafts: about.drafts }] : []
  return [...byValue.slice(0, MOST_TO_DO - drafts.length), ...drafts]
}
