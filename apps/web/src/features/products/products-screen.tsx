import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useMemo } from 'react'
import { addDays, dayIn } from '#figures/day.ts'
import { ProductsDocument, type ProductsQuery } from '#generated/operations.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { useAddressedList } from '#lists/use-list-address.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  pickProducts,
  PRODUCT_LIST,
  type ProductRow,
  productsHere,
  productVariables,
} from './product-address.ts'
import { productCsv, productParts } from './product-columns.tsx'
import type { ProductSales } from './product-sales.ts'
import { MAX_INVOICES, useProductSales } from './use-product-sales.ts'

/** The products of the business that is shown, and what they earn. */
export function ProductsScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('products')
  return (
    <ListScreen connection={props.connection} needs="product:read" title={title} form="product">
      <Products connection={props.connection} />
    </ListScreen>
  )
}

function Products(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('products')
  const { view, reading, choose, shown, sales, earnedFrom, currency } = useProducts(connection)
  const parts = useMemo(
    () => productParts({ words, format, sales, currency }),
    [words, format, sales, currency],
  )
  return (
    <List<ProductsQuery, ProductRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      emptyFiltered={view.address.filters['state'] === undefined ? undefined : words.nothingArchived}
      parts={parts}
      csv={productCsv({ words, sales, currency })}
      choose={choose}
      active={useActiveFilters(view)}
      shown={shown}
    >
      <ListChoices
        view={view}
        name="state"
        label={words.which}
        choices={[
          { value: undefined, label: words.current },
          { value: 'archived', label: words.archived },
        ]}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.search }} />
      {earnedFrom !== undefined && currency !== undefined && (
        <EarnedNote sales={sales} from={earnedFrom} currency={currency.code} />
      )}
    </List>
  )
}

/** Of which time and in which currency it is said what products earned, or why it is not said. */
function EarnedNote(props: {
  readonly sales: ProductSales
  readonly from: string
  readonly currency: string
}) {
  const { sales, from, currency } = props
  const { format } = useWords()
  const words = usePartWords('products')
  const whole = words.earnedNote(format.day(from), currency)
  if (sales.state === 'whole') return <p className="note">{whole}</p>
  const unknown = {
    counting: words.earnedPart,
    'too-many': words.earnedTooMany(format.count(MAX_INVOICES), format.day(from)),
    failed: words.earnedFailed,
  }
  return (
    <p className="note in-place">
      <span>{unknown[sales.state]}</span>
      <span aria-hidden="true">{whole}</span>
    </p>
  )
}

/** Reads the products that the address of this page asks for, and what they earned: by that the provider cannot sort. */
function useProducts(connection: ConnectionView) {
  const { view, reading } = useAddressedList(
    { shape: PRODUCT_LIST, document: ProductsDocument, variablesOf: productVariables, pick: pickProducts },
    connection,
  )
  const { address } = view
  const business = reading.first.data?.business
  const { sales, from } = useSalesOfYear(connection, business)
  const choose = useMemo(() => productsHere(address, sales), [address, sales])
  return {
    ...{ view, reading, choose, sales },
    shown: useWholeList(reading, choose),
    /** The first day that was counted; undefined where nothing is. */
    earnedFrom: from,
    currency: business?.currency,
  }
}

/** What was earned in the twelve months that end today, where the business is; nothing while invoices may not be seen. */
function useSalesOfYear(
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
