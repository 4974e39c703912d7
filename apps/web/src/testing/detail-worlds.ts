import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { caseCount } from '@counterfoil/testkit/sample'
import { FIGURES_CALL, type FakeBff } from './app-fixture.ts'
import { CURRENCIES, dayLate, type Currency } from './worlds.ts'

/** Amounts and dates of detail pages, formatted by independent code of the tests. */

const SIGNS: Readonly<Record<string, string>> = { CAD: '$', EUR: '€', GBP: '£', JPY: 'JP¥', KWD: 'KWD ' }

/** Formats minor units as decimal text, as a provider does. */
export function decimal(minor: number, { exponent }: Currency): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return minor < 0 ? `-${text}` : text
}

/** Formats minor units as "−$1,234.50". */
export function written(minor: number, currency: Currency): string {
  const [whole = '', part] = decimal(Math.abs(minor), currency).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${minor < 0 ? '−' : ''}${SIGNS[currency.code]}${grouped}${part === undefined ? '' : `.${part}`}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** Formats `2026-11-03` as "3 Nov 2026". */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 0) - 1]} ${year}`
}

/** Returns "3 days late" or "1 day early". */
export function writtenDays(days: number): string {
  const count = Math.abs(days)
  return days === 0
    ? 'on the due day'
    : `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'late' : 'early'}`
}

/** Returns "2 invoices". */
export const counted = (count: number, noun: string): string =>
  `${String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`

/** Returns the text of an element with no-break spaces replaced. */
export const plainText = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim()
export const textsOf = (selector: string): readonly string[] =>
  [...document.querySelectorAll(selector)].map(plainText)

/** Returns the texts of the cells of a table, row by row. */
export const rowsOf = (selector: string): readonly (readonly string[])[] =>
  [...document.querySelectorAll(selector)].map((row) =>
    [...row.querySelectorAll('th, td')]
      .filter((cell) => plainText(cell) !== '')
      .map((cell) => plainText(cell)),
  )

/** Opens a page with the answers of a provider, and waits until it was read. */
export async function openOver(
  bff: FakeBff,
  path: string,
  answer: (operation: string, variables: Readonly<Record<string, unknown>>) => unknown,
): Promise<void> {
  cleanup()
  bff.answers(FIGURES_CALL, ({ body }) => {
    const { operationName, variables } = body as {
      operationName: string
      variables: Readonly<Record<string, unknown>>
    }
    return { data: answer(operationName, variables) }
  })
  bff.open(path)
  await screen.findByText('Read from Harbour just now.')
}

export const CURRENCY = fc.constantFrom(...CURRENCIES)
export const AMOUNT = fc.oneof(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(1, 49, 100_000))
/** The number of days from a due date to {@link TODAY}. */
export const DAYS_LATE = fc.oneof(fc.integer({ min: -90, max: 400 }), fc.constantFrom(0, 1, -1))
export const worldCases = (all: number) => ({
  numRuns: caseCount({ all, sampled: Math.ceil(all / 20) }),
})

/** An invoice of a provider: amounts in minor units, dates in days before today. */
export const INVOICE = fc
  .record({
    currency: CURRENCY,
    life: fc.constantFrom('DRAFT', 'SAVED', 'SENT', 'VIEWED'),
    total: fc.oneof(
      { weight: 4, arbitrary: AMOUNT },
      AMOUNT.map((minor) => -minor),
      fc.constant(0),
    ),
    /** The share of the open amount that each payment pays, in percent. Negative for a refund. */
    shares: fc.array(fc.constantFrom(25, 50, 100, 100, 130, -40), { maxLength: 4 }),
    /** True for a status that the app does not know. */
    isStrange: fc.nat(9).map((one) => one === 0),
    deleted: fc.nat(5),
    daysLate: DAYS_LATE,
    arePaymentsRead: fc.constantFrom(true, true, true, false),
  })
  .map(({ shares, ...invoice }) => {
    let left = invoice.total
    const payments = (invoice.life === 'DRAFT' ? [] : shares).map((share, place) => {
      const paid = Math.round((share < 0 ? invoice.total - left : left) * (share / 100)) || 1
      const amount = invoice.total < 0 && Math.abs(paid) > Math.abs(left) ? left : paid
      const isActive = invoice.deleted !== place
      if (isActive) left -= amount
      return { amount, isActive, day: dayLate(60 - place * 7) }
    })
    return { ...invoice, payments: payments.filter(({ amount }) => amount !== 0), due: left }
  })
export type InvoiceWorld = typeof INVOICE extends fc.Arbitrary<infer Each> ? Each : never

/** Returns the provider's status of an invoice. */
export function statusOf({ life, total, due, daysLate, isStrange }: InvoiceWorld): string {
  const paid = total - due
  if (life === 'DRAFT') return 'DRAFT'
  if (isStrange) return 'NEW_STATUS'
  if (paid > Math.max(total, 0)) return 'OVERPAID'
  if (due === 0) return 'PAID'
  if (total >= 0 && daysLate > 0) return 'OVERDUE'
  return paid === 0 ? life : 'PARTIAL'
}
