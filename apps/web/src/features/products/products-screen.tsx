import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ProductsQuery } from '#generated/operations.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import { List } from '#lists/list.tsx'
import { ListScreen } from '#lists/list-screen.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { ProductRow } from './product-address.ts'
import { productCsv, productParts } from './product-columns.tsx'
import type { ProductSales } from './product-sales.ts'
import { MAX_INVOICES } from './use-product-sales.ts'
import { useProducts } from './use-products.ts'

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
      csv={{
        business: connection.businessName ?? '',
        ...productCsv({ words, sales, currency }),
        ...(choose === undefined ? {} : { choose }),
      }}
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
