import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { minorText } from '#figures/amount.ts'
import { addDays, dayIn } from '#figures/day.ts'
import { ProductsDocument, type ProductsQuery } from '#gql/operations.ts'
import type { CsvField } from '#lists/csv.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import { List, ListScreen, useListTexts } from '#lists/list-screen.tsx'
import type { TableParts } from '#lists/list-table.tsx'
import { useList, type ListReading } from '#lists/use-list.ts'
import { useListAddress } from '#lists/use-list-address.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import type { Format } from '#words/format.ts'
import { formPath } from '#navigation/form-paths.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  pickProducts,
  PRODUCT_LIST,
  productsHere,
  productVariables,
  type ProductRow,
} from './product-address.ts'
import type { ProductSales } from './product-sales.ts'
import { useProductSales } from './use-product-sales.ts'

type ProductWords = PartWords['products']
type Currency = NonNullable<ProductsQuery['business']>['currency']

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
  const view = useListAddress(PRODUCT_LIST)
  const { address } = view
  const reading: ListReading<ProductsQuery, ProductRow> = useList(
    { document: ProductsDocument, variables: productVariables(address, connection), pick: pickProducts },
    connection,
  )
  const business = reading.first.data?.business
  const { sales, from } = useSalesOfYear(connection, business)
  const change = useMemo(() => productsHere(address, sales), [address, sales])
  const shown = useWholeList(reading, change)
  const currency = business?.currency
  const parts = useMemo(
    () => productParts({ words, format, sales, currency }),
    [words, format, sales, currency],
  )
  const { state } = address.filters
  // A file holds no part of what was earned.
  const isCounted = sales.state === 'whole' && currency !== undefined
  return (
    <List<ProductsQuery, ProductRow>
      connection={connection}
      view={view}
      reading={reading}
      texts={{
        ...useListTexts(connection, words),
        emptyFiltered: state === undefined ? undefined : words.nothingArchived,
      }}
      parts={parts}
      csv={{
        business: connection.businessName ?? '',
        head: [
          ...[words.name, words.description, words.price, words.currency],
          ...(isCounted ? [words.sold, words.earned] : []),
        ],
        lineOf: () => (row) => [
          { text: row.name },
          { text: row.description ?? '' },
          { value: row.unitPrice },
          { value: currency?.code ?? '' },
          ...(isCounted ? salesFields(sales, { id: row.id, exponent: currency.exponent }) : []),
        ],
        ...(change === undefined ? {} : { choose: change }),
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
      {from !== undefined && currency !== undefined && (
        <p className="note">
          {sales.state === 'failed'
            ? words.earnedFailed
            : sales.state === 'counting'
              ? words.earnedPart
              : words.earnedNote(format.day(from), currency.code)}
        </p>
      )}
    </List>
  )
}

/** On how many invoices a product was, and what it earned there. */
function salesFields(
  { products }: ProductSales,
  { id, exponent }: { readonly id: string; readonly exponent: number },
): readonly CsvField[] {
  const { invoices, earned } = products.get(id) ?? { invoices: 0, earned: 0 }
  return [{ value: String(invoices) }, { value: minorText({ minor: earned, exponent }) }]
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

function productParts(about: {
  readonly words: ProductWords
  readonly format: Format
  readonly sales: ProductSales
  readonly currency: Currency | undefined
}): TableParts<ProductRow> {
  const { words, format, sales, currency } = about
  const isWhole = sales.state === 'whole'
  return {
    linkTo: ({ id }) => formPath('product', id),
    columns: [
      { name: 'name', label: words.name, place: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
      {
        name: 'price',
        label: words.price,
        place: 'note',
        isNumber: true,
        cell: ({ unitPrice }) =>
          currency === undefined ? unitPrice : format.amount(unitPrice, currency.code),
      },
      {
        name: 'sold',
        label: words.sold,
        place: 'side',
        isNumber: true,
        cell: ({ id }) => {
          if (!isWhole) return '–'
          const count = sales.products.get(id)?.invoices ?? 0
          return words.soldOn(format.count(count), count)
        },
      },
      {
        name: 'earned',
        label: words.earned,
        place: 'amount',
        isNumber: true,
        cell: ({ id }) =>
          !isWhole || currency === undefined
            ? '–'
            : format.amount(
                minorText({ minor: sales.products.get(id)?.earned ?? 0, exponent: currency.exponent }),
                currency.code,
              ),
      },
    ],
  }
}
