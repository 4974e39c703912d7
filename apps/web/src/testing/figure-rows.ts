import fc from 'fast-check'

export const TODAY = '2026-11-20'

/** Returns an amount as the provider formats it. */
export function money(minor: number, code = 'CAD') {
  return { minorUnitValue: String(minor), currency: { code, exponent: 2 } }
}

/** Returns an invoice with every column that charts read: sent, not due, unpaid. */
export function invoiceRow(change: Partial<ReturnType<typeof plainRow>> & { readonly id: string }) {
  return { ...plainRow(change.id), ...change }
}

function plainRow(id: string) {
  return {
    id,
    invoiceNumber: id,
    status: 'SENT',
    currency: { code: 'CAD', exponent: 2 },
    exchangeRate: '1',
    customer: { id: 'fern', name: 'Fern & Co' },
    invoiceDate: '2026-11-02',
    dueDate: '2026-12-02',
    total: money(11_300),
    taxTotal: money(1_300),
    discountTotal: money(0),
    amountDue: money(11_300),
    lastSentAt: null as string | null,
    lastViewedAt: null as string | null,
    items: [{ product: { id: 'labour', name: 'Labour' }, subtotal: money(10_000) }] as
      { product: { id: string; name: string }; subtotal: { minorUnitValue: string } }[] | null,
    payments: [] as { amount: string; paymentDate: string; active: boolean; createdAt: string }[] | null,
  }
}

export type SampleInvoice = ReturnType<typeof invoiceRow>

/** Returns a payment recorded at noon of its day. */
export function payment(paymentDate: string, amount: string) {
  return { amount, paymentDate, active: true, createdAt: `${paymentDate}T12:00:00.000Z` }
}

const DAY = fc
  .integer({ min: -500, max: 200 })
  .map((days) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10))

/** Random books: approved invoices in the currency of the business, in any order, with unique ids. */
export const ANY_INVOICES: fc.Arbitrary<readonly SampleInvoice[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      customer: fc.constantFrom(...['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: `Customer ${id}` }))),
      invoiceDate: DAY,
      dueDate: DAY,
      net: fc.integer({ min: 0, max: 9_999_999 }),
      tax: fc.integer({ min: 0, max: 999_999 }),
      due: fc.integer({ min: -500, max: 9_999_999 }),
      status: fc.constantFrom('SAVED', 'SENT', 'VIEWED', 'PARTIAL', 'OVERDUE', 'PAID', 'OVERPAID'),
      product: fc.constantFrom('labour', 'materials', 'delivery'),
    })
    .map(({ net, tax, due, product, ...row }) =>
      invoiceRow({
        ...row,
        total: money(net + tax),
        taxTotal: money(tax),
        amountDue: money(due),
        items: [{ product: { id: product, name: product }, subtotal: money(net) }],
        lastSentAt: `${row.invoiceDate}T09:00:00.000Z`,
        payments: [payment(row.dueDate, String((net + tax) / 100))],
      }),
    ),
  { selector: ({ id }) => id, maxLength: 40 },
)

/** Invoices that no chart counts: a draft, and one with an unknown status. */
export const UNCOUNTED: readonly SampleInvoice[] = [
  invoiceRow({ id: 'draft', status: 'DRAFT', total: money(1), amountDue: money(1) }),
  invoiceRow({ id: 'void', status: 'VOIDED' }),
]
