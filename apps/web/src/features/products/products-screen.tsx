import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useMemo } from 'react'
import { minorText } from '#figures/amount.ts'
import { addDays } from '#figures/day.ts'
import { ProductsDocument, type ProductsQuery } from '#generated/operations.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { ListParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { useBookList, useWholeList } from '#lists/use-list.ts'
import { formPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  pickProducts,
  PRODUCT_LIST,
  type ProductRow,
  productsHere,
  productVariables,
} from './product-address.ts'
import { MAX_INVOICES, type ProductSales, useProductSales } from './product-sales.ts'

export function ProductsScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('products')
  return <ListScreen {...{ connection, title }} needs="product:read" form="product" list={Products} />
}

const LIST = {
  shape: PRODUCT_LIST,
  document: ProductsDocument,
  variablesOf: productVariables,
  pick: pickProducts,
}

function Products({ connection }: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('products')
  const { view, reading } = useBookList(LIST, connection)
  const { address } = view
  const business = reading.first.data?.business
  const currency = business?.currency
  const { sales, from } = useSalesOfYear(connection, business)
  const choose = useMemo(() => productsHere(address, sales), [address, sales])
  const parts = useMemo(
    () => productParts({ words, format, sales, currency }),
    [words, format, sales, currency],
  )
  return (
    <List<ProductsQuery, ProductRow>
      {...{ connection, view, reading, words, parts }}
      emptyFiltered={address.filters['state'] === undefined ? undefined : words.nothingArchived}
      active={useActiveFilters(view)}
      shown={useWholeList(reading, choose)}
    >
      <ListChoices
        view={view}
        name="state"
        label={words.which}
        values={['archived']}
        labelOf={(value) => words[value ?? 'current']}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.search }} />
      {from !== undefined && currency !== undefined && (
        <EarnedNote sales={sales} from={from} currency={currency.code} />
      )}
    </List>
  )
}

/** Shows the time span and currency of the sales figures, or why there are none. */
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

/** Returns the sales of the 12 months until today, in the business's time zone. `from` is undefined if invoices may not be read. */
function useSalesOfYear(
  connection: ConnectionView,
  business: ProductsQuery['business'] | undefined,
): { readonly sales: ProductSales; readonly from: string | undefined } {
  const today = useToday(business?.timezone)
  const isKnown = business != null && allowsScope(connection.scopes, 'invoice:read')
  const from = isKnown ? addDays(today, -364) : undefined
  const span = from === undefined ? undefined : { from, to: today, currency: business?.currency.code ?? '' }
  return { sales: useProductSales(connection, span), from }
}

type Currency = NonNullable<ProductsQuery['business']>['currency']

/** Returns the columns of the product list. Sales are shown once all invoices are counted. */
function productParts(about: {
  readonly words: PartWords['products']
  readonly format: Format
  readonly sales: ProductSales
  readonly currency: Currency | undefined
}): ListParts<ProductRow> {
  const { words, format, sales, currency } = about
  const isWhole = sales.state === 'whole'
  // Empty while counting: a placeholder would move when the amount arrives.
  const unknown = sales.state === 'counting' ? '' : '–'
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
          if (!isWhole) return unknown
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
            ? unknown
            : format.amount(earnedBy(sales, { id, currency }), currency.code),
      },
    ],
    file: productFile(about),
  }
}

/** Returns the columns of the exported product file. It contains all sales or none. */
function productFile(
  about: Pick<Parameters<typeof productParts>[0], 'words' | 'sales' | 'currency'>,
): ListParts<ProductRow>['file'] {
  const { words, sales, currency } = about
  const isCounted = sales.state === 'whole' && currency !== undefined
  return [
    { label: words.name, field: ({ name }) => ({ text: name }) },
    { label: words.description, field: ({ description }) => ({ text: description ?? '' }) },
    { label: words.price, field: ({ unitPrice }) => ({ value: unitPrice }) },
    { label: words.currency, field: () => ({ value: currency?.code ?? '' }) },
    isCounted && {
      label: words.sold,
      field: ({ id }) => ({ value: String(sales.products.get(id)?.invoices ?? 0) }),
    },
    isCounted && {
      label: words.earned,
      field: ({ id }) => ({ value: earnedBy(sales, { id, currency }) }),
    },
  ]
}

/** Returns the sales of a product as decimal text. */
function earnedBy(
  { products }: ProductSales,
  { id, currency }: { readonly id: string; readonly currency: Currency },
): string {
  return minorText({ minor: products.get(id)?.earned ?? 0, exponent: currency.exponent })
}
