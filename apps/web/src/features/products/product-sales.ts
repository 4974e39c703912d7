import { parseMinorUnitValue, sumMinor } from '#figures/amount.ts'
import type { ProductSalesQuery } from '#generated/operations.ts'

type Business = NonNullable<ProductSalesQuery['business']>
/** An invoice as far as it tells what sold. */
export type SoldInvoice = NonNullable<NonNullable<Business['invoices']>['edges'][number]['node']>

/** What products earned, by their ids. */
export interface ProductSales {
  readonly products: ReadonlyMap<string, { readonly earned: number; readonly invoices: number }>
  readonly state: 'counting' | 'whole' | 'too-many' | 'failed'
}

/** In these an invoice counts; drafts do not, nor does what this app does not know. */
const COUNTED: readonly string[] = [
  'SAVED',
  'SENT',
  'VIEWED',
  'PARTIAL',
  'OVERDUE',
  'PAID',
  'OVERPAID',
  'UNPAID',
]

/**
 * What each product earned on these invoices, in smallest units: the subtotals of its lines, before discounts and taxes. Invoices in
 * another currency than that of the business are left out.
 *
 * @throws AmountRefused when a sum is too large to be exact
 */
export function sumSales(invoices: readonly SoldInvoice[], currency: string): ProductSales['products'] {
  const products = new Map<string, { earned: number; invoices: number }>()
  for (const invoice of new Map(invoices.map((each) => [each.id, each])).values()) {
    if (!COUNTED.includes(invoice.status) || invoice.currency.code !== currency) continue
    const lines = invoice.items ?? []
    for (const id of new Set(lines.map(({ product }) => product.id))) {
      const amounts = lines
        .filter(({ product }) => product.id === id)
        .map(({ subtotal }) => parseMinorUnitValue(subtotal.minorUnitValue))
      const before = products.get(id) ?? { earned: 0, invoices: 0 }
      products.set(id, { earned: sumMinor([before.earned, ...amounts]), invoices: before.invoices + 1 })
    }
  }
  return products
}
