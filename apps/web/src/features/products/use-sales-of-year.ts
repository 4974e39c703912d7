import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { addDays, dayIn } from '#figures/day.ts'
import type { ProductsQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'
import type { ProductSales } from './product-sales.ts'
import { useProductSales } from './use-product-sales.ts'

/** What was earned in the twelve months that end today, where the business is; nothing while invoices may not be seen. */
export function useSalesOfYear(
  connection: ConnectionView,
  business: ProductsQuery['business'] | undefined,
): { readonly sales: ProductSales; readonly from: string | undefined } {
  const { nowMs } = useWords()
  const mayRead = allowsScope(connection.scopes, 'invoice:read')
  const today =
    business && mayRead
      ? dayIn({ zone: business.timezone, instant: new Date(nowMs).toISOString() })
      : undefined
  const from = today === undefined ? undefined : addDays(today, -364)
  const span =
    business && from !== undefined && today !== undefined
      ? { from, to: today, currency: business.currency.code }
      : undefined
  return { sales: useProductSales(connection, span), from }
}
