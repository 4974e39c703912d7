import { minorText } from '#figures/amount.ts'
import type { ProductsQuery } from '#generated/operations.ts'
import type { CsvField } from '#lists/csv.ts'
import type { TableParts } from '#lists/list-table.tsx'
import { formPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import type { ProductRow } from './product-address.ts'
import type { ProductSales } from './product-sales.ts'

type ProductWords = PartWords['products']
type Currency = NonNullable<ProductsQuery['business']>['currency']

/** Returns the columns of the list of products. Sales are shown once all are counted. */
export function productParts(about: {
  readonly words: ProductWords
  readonly format: Format
  readonly sales: ProductSales
  readonly currency: Currency | undefined
}): TableParts<ProductRow> {
  const { words, format, sales, currency } = about
  const isWhole = sales.state === 'whole'
  // Nothing at all while it is counted: a sign would move when the amount comes.
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
            : format.amount(
                minorText({ minor: sales.products.get(id)?.earned ?? 0, exponent: currency.exponent }),
                currency.code,
              ),
      },
    ],
  }
}

/** A file of products. */
export function productCsv(about: {
  readonly words: ProductWords
  readonly sales: ProductSales
  readonly currency: Currency | undefined
}): {
  readonly head: readonly string[]
  readonly lineOf: (row: ProductRow) => readonly CsvField[]
} {
  const { words, sales, currency } = about
  // A file holds all sales or none.
  const isCounted = sales.state === 'whole' && currency !== undefined
  return {
    head: [
      ...[words.name, words.description, words.price, words.currency],
      ...(isCounted ? [words.sold, words.earned] : []),
    ],
    lineOf: (row) => [
      { text: row.name },
      { text: row.description ?? '' },
      { value: row.unitPrice },
      { value: currency?.code ?? '' },
      ...(isCounted ? salesFields(sales, { id: row.id, exponent: currency.exponent }) : []),
    ],
  }
}

/** On how many invoices a product was, and what it earned there. */
function salesFields(
  { products }: ProductSales,
  { id, exponent }: { readonly id: string; readonly exponent: number },
): readonly CsvField[] {
  const { invoices, earned } = products.get(id) ?? { invoices: 0, earned: 0 }
  return [{ value: String(invoices) }, { value: minorText({ minor: earned, exponent }) }]
}
