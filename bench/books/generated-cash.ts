import { createSeededRandom, type SeededRandom } from '@counterfoil/provider/demo/books/seeded-random'
import type { AheadBooks, AheadInvoice } from '@counterfoil/web/figures/cash-ahead'

type Row = AheadBooks['movements'][number]

const DAY_MS = 86_400_000
const DAYS = 420
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

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
  const add = (day: string, minor: number, name: string, account: string, canRepeat = true): Row => ({
    ...{ id: `${name} ${day}`, day, minor, name, account, canRepeat },
  })
  const movements = [
    add(first, salesMinor * 2, 'Owner’s investment', 'Owner'),
    ...invoices.flatMap(({ id, payments }) =>
      payments.map(({ day, minor }) => add(day, minor, `Payment of ${id}`, 'Receivable', false)),
    ),
    ...days.flatMap((day, index) => {
      const date = new Date(`${day}T00:00:00Z`)
      const onDay = date.getUTCDate()
      const weekday = date.getUTCDay()
      const takings =
        kind === 'café' && weekday !== 1
          ? [
              add(
                day,
                Math.round(
                  (salesMinor / 26) * growth ** (index / 365) * random.lognormal({ median: 1, sigma: 0.2 }),
                ),
                'Takings',
                'Sales',
              ),
            ]
          : []
      const later = addDays(day, random.chance(0.15) && index < DAYS - 3 ? 2 : 0)
      return [
        ...takings,
        ...(onDay === 1 ? [add(later, -Math.round(salesMinor * 0.12), 'Rent', 'Rent')] : []),
        ...(index % 14 === 4
          ? [add(day, -Math.round(salesMinor * 0.17 * (0.98 + random.next() * 0.04)), 'Wages', 'Wages')]
          : []),
        ...(onDay === 12
          ? [add(later, -4_900, 'Software', 'Software'), add(day, -12_500, 'Telephone', 'Utilities')]
          : []),
        ...(onDay === 20 && date.getUTCMonth() % 3 === 0
          ? [add(day, -Math.round(salesMinor * 0.09), 'Insurance', 'Insurance')]
          : []),
        ...(random.chance(0.25)
          ? [
              add(
                day,
                -Math.round(salesMinor * 0.03 * random.lognormal({ median: 1, sigma: 0.7 })),
                random.pick(['Supplies', 'Travel', 'Repairs', 'Materials']),
                'Costs',
              ),
            ]
          : []),
      ]
    }),
  ].filter(({ day }) => day <= last)
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
