import { createSeededRandom, type SeededRandom } from '@counterfoil/provider/demo/books/seeded-random'
import type { AheadBooks, AheadInvoice } from '@counterfoil/web/figures/cash-ahead'

type Row = AheadBooks['movements'][number]

const DAYS = 420
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const KINDS = ['studio', 'agency', 'café'] as const

/** Books that the demonstration does not have: fixed rents and wages, irregular purchases, growth, customers with habits. */
export function generateBooks(
  seed: number,
  last: string,
): { readonly kind: string; readonly books: AheadBooks } {
  const random = createSeededRandom(`cash ahead ${seed}`)
  const kind = KINDS[seed % KINDS.length] ?? 'studio'
  const first = addDays(last, 1 - DAYS)
  const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index))
  const salesMinor = random.whole({ from: 8_000, to: 60_000 }) * 100
  const growth = 0.9 + random.next() * 0.4
  const invoices =
    kind === 'café' ? [] : planInvoices({ random, days, salesMinor, growth, last, isMany: kind === 'agency' })
  const movements: Row[] = []
  const add = (day: string, minor: number, name: string, account: string, canRepeat = true) => {
    if (day <= last)
      movements.push({ id: `${name} ${day}`, day, minor: Math.round(minor), name, account, canRepeat })
  }
  add(first, salesMinor * 2, 'Owner’s investment', 'Owner')
  for (const { id, payments } of invoices)
    for (const { day, minor } of payments) add(day, minor, `Payment of ${id}`, 'Receivable', false)
  for (const [index, day] of days.entries()) {
    const date = new Date(`${day}T00:00:00Z`)
    const onDay = date.getUTCDate()
    const isMonday = date.getUTCDay() === 1
    if (kind === 'café' && !isMonday) {
      const varied = random.lognormal({ median: 1, sigma: 0.2 })
      add(day, (salesMinor / 26) * growth ** (index / 365) * varied, 'Takings', 'Sales')
    }
    const later = addDays(day, random.chance(0.15) && index < DAYS - 3 ? 2 : 0)
    if (onDay === 1) add(later, -salesMinor * 0.12, 'Rent', 'Rent')
    if (index % 14 === 4) add(day, -salesMinor * 0.17 * (0.98 + random.next() * 0.04), 'Wages', 'Wages')
    if (onDay === 12) add(later, -4_900, 'Software', 'Software')
    if (onDay === 12) add(day, -12_500, 'Telephone', 'Utilities')
    if (onDay === 20 && date.getUTCMonth() % 3 === 0) add(day, -salesMinor * 0.09, 'Insurance', 'Insurance')
    if (random.chance(0.25)) {
      const minor = -salesMinor * 0.03 * random.lognormal({ median: 1, sigma: 0.7 })
      add(day, minor, random.pick(['Supplies', 'Travel', 'Repairs', 'Materials']), 'Costs')
    }
  }
  return {
    kind: `generated: ${kind}`,
    books: { cashMinor: movements.reduce((sum, { minor }) => sum + minor, 0), movements, invoices },
  }
}

function planInvoices(about: {
  readonly random: SeededRandom
  readonly days: readonly string[]
  readonly salesMinor: number
  readonly growth: number
  readonly last: string
  readonly isMany: boolean
}): readonly AheadInvoice[] {
  const { random, days, salesMinor, growth, last, isMany } = about
  const customers = Array.from({ length: isMany ? 14 : 6 }, () => random.whole({ from: -4, to: 35 }))
  const aMonth = isMany ? 16 : 6
  return days.flatMap((day, index) => {
    if (!random.chance(aMonth / 30)) return []
    const customer = random.zipf(customers.length)
    const dueDate = addDays(day, 21)
    const minor = Math.round(
      (salesMinor / aMonth) * growth ** (index / 365) * random.lognormal({ median: 0.9, sigma: 0.5 }),
    )
    const paid = addDays(dueDate, (customers[customer] ?? 0) + random.whole({ from: -3, to: 6 }))
    const isPaid = paid <= last && !random.chance(0.02)
    return [
      {
        ...{ id: `${index}`, customerId: `${customer}`, customer: null, day, dueDate, minor },
        payments: isPaid ? [{ day: paid, minor }] : [],
        paidDay: isPaid ? paid : undefined,
      },
    ]
  })
}
