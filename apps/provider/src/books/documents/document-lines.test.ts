import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { rowWireIdOf, type RowId } from '#books/book-ids.ts'
import { createFieldReader } from '#books/input-faults.ts'
import {
  lineAsWritten,
  namedProductIds,
  rateLines,
  resolveLines,
  sentTaxIds,
  type LineParts,
} from './document-lines.ts'
import type { ChargedTax, SoldProduct } from './document-parts-store.ts'
import type { ItemRequest } from './document-request.ts'

const BUSINESS = asBusinessId('11111111-1111-4111-8111-111111111111')
const OTHER = asBusinessId('22222222-2222-4222-8222-222222222222')
const tax = (id: string, change: Partial<ChargedTax> = {}): ChargedTax => ({
  ...{ id: id as RowId<'SalesTax'>, accountId: '6' as RowId<'Account'>, rate: { units: 13n, scale: 0 } },
  ...{ isCompound: false, isArchived: false },
  ...change,
})
const product = (id: string, change: Partial<SoldProduct> = {}): SoldProduct => ({
  ...{ id: id as RowId<'Product'>, description: 'Jam of plums', unitPrice: { units: 450n, scale: 2 } },
  ...{ incomeAccountId: '7' as RowId<'Account'>, isArchived: false, isAccountArchived: false },
  ...{ salesTaxIds: ['8', '9'] as RowId<'SalesTax'>[] },
  ...change,
})
const ITEM: ItemRequest = {
  ...{ productSent: '1', description: undefined, quantity: { units: 2n, scale: 0 }, unitPrice: undefined },
  taxesSent: undefined,
}
const byId = <Thing extends { readonly id: string }>(...things: readonly Thing[]) =>
  new Map(things.map((thing) => [thing.id as string, thing]))
const PARTS: Pick<LineParts, 'products' | 'taxes'> = {
  products: byId(product('1')),
  taxes: byId(tax('8'), tax('9', { isCompound: true })),
}

function resolved(change: Partial<ItemRequest>, parts: Partial<LineParts> = {}) {
  const fields = createFieldReader()
  const lines = resolveLines(fields, [{ ...ITEM, ...change }], {
    ...{ ...PARTS, ...parts },
    businessId: BUSINESS,
  })
  return { lines, faults: fields.faults.map(({ path, code }) => [path.slice(1).join('.'), code]) }
}

describe(resolveLines, () => {
  it('takes omitted fields of a line from its product', () => {
    expect(resolved({})).toEqual({
      lines: [
        {
          ...{ productId: '1', accountId: '7', description: 'Jam of plums' },
          ...{ quantity: { units: 2n, scale: 0 }, unitPrice: { units: 450n, scale: 2 } },
          taxes: [
            { salesTaxId: '8', rate: { units: 13n, scale: 0 }, isCompound: false },
            { salesTaxId: '9', rate: { units: 13n, scale: 0 }, isCompound: true },
          ],
        },
      ],
      faults: [],
    })
  })

  it('keeps the sent fields of a line, also null, zero and an empty list of taxes', () => {
    const said = { description: null, unitPrice: { units: 0n, scale: 0 }, taxesSent: [] }
    const [line] = resolved(said).lines
    expect(line).toMatchObject({ description: null, unitPrice: { units: 0n, scale: 0 }, taxes: [] })
  })

  it('accepts the encoded id and the integer, and refuses the id of another business', () => {
    const key = <Kind extends 'Product' | 'SalesTax'>(kind: Kind, id: string, businessId = BUSINESS) =>
      rowWireIdOf(kind, { businessId, id: id as RowId<Kind> })
    const own = resolved({ productSent: key('Product', '1'), taxesSent: [key('SalesTax', '8')] })
    expect(own.faults).toEqual([])
    expect(own.lines[0]?.taxes.map(({ salesTaxId }) => salesTaxId)).toEqual(['8'])
    expect(resolved({ productSent: key('Product', '1', OTHER) }).faults).toEqual([
      ['items.0.productId', 'NOT_FOUND'],
    ])
  })

  it.each([
    ['does not exist', { productSent: '2' }, {}, 'NOT_FOUND', 0],
    ['is archived', {}, { isArchived: true }, 'ARCHIVED', 1],
    ['has an archived account', {}, { isAccountArchived: true }, 'ARCHIVED', 1],
    ['has no income account', {}, { incomeAccountId: null }, 'INVALID', 0],
  ] as const)('refuses a product that %s', (_, item, change, code, count) => {
    const { lines, faults } = resolved(item, { products: byId(product('1', change)) })
    expect(faults).toEqual([['items.0.productId', code]])
    expect(lines).toHaveLength(count)
  })

  it('omits archived and deleted taxes of the product without a fault, because the caller did not name them', () => {
    const { lines, faults } = resolved({}, { taxes: byId(tax('8', { isArchived: true })) })
    expect([lines[0]?.taxes, faults]).toEqual([[], []])
  })

  it('refuses taxes named by the caller that are archived, unknown or repeated', () => {
    const taxes = byId(tax('8', { isArchived: true }), tax('9'))
    expect(resolved({ taxesSent: ['8', '7', '9', '9'] }, { taxes }).faults).toEqual([
      ['items.0.taxes.0.salesTaxId', 'ARCHIVED'],
      ['items.0.taxes.1.salesTaxId', 'NOT_FOUND'],
      ['items.0.taxes.3.salesTaxId', 'NOT_UNIQUE'],
    ])
  })

  it('has a different message for an archived product, an archived account and a missing account', () => {
    const said = (change: Partial<SoldProduct>) => {
      const fields = createFieldReader()
      const products = byId(product('1', change))
      resolveLines(fields, [ITEM], { ...PARTS, products, businessId: BUSINESS })
      return fields.faults.map(({ message }) => message)
    }
    expect(said({ isArchived: true })).toEqual(['The product is archived.'])
    expect(said({ isAccountArchived: true })).toEqual(['The income account of the product is archived.'])
    expect(said({ incomeAccountId: null })).toEqual(['The product is not sold: it has no income account.'])
  })
})

describe('the ids in the lines of an input', () => {
  const items: readonly ItemRequest[] = [
    { ...ITEM, productSent: '1', taxesSent: ['9', 'no id'] },
    { ...ITEM, productSent: 'no id', taxesSent: ['9', '5'] },
    { ...ITEM, productSent: '1' },
  ]

  it('of products are listed once each, without malformed ids', () => {
    expect(namedProductIds(items, BUSINESS)).toEqual(['1'])
  })

  it('of taxes are listed once each, without malformed ids', () => {
    expect(sentTaxIds(items, BUSINESS)).toEqual(['9', '5'])
  })
})

describe(lineAsWritten, () => {
  const KEPT = {
    ...{ productId: '1' as RowId<'Product'>, accountId: '7' as RowId<'Account'>, description: null },
    ...{ quantity: '2.50000000', unitPrice: '-4.5' },
  }

  it('parses the numbers of a line and of its taxes, and drops the other columns of the row', () => {
    const row = { ...KEPT, id: '3', subtotal: '1' }
    const taxes = [{ salesTaxId: '8' as RowId<'SalesTax'>, isCompound: true, rate: '9.975', amount: '1' }]
    expect(lineAsWritten(row, taxes)).toEqual({
      ...{ productId: '1', accountId: '7', description: null },
      quantity: { units: 250_000_000n, scale: 8 },
      unitPrice: { units: -45n, scale: 1 },
      taxes: [{ salesTaxId: '8', isCompound: true, rate: { units: 9_975n, scale: 3 } }],
    })
  })

  it('returns no taxes for a line without any, and throws if a stored number cannot be parsed', () => {
    expect(lineAsWritten(KEPT).taxes).toEqual([])
    expect(() => lineAsWritten({ ...KEPT, quantity: 'NaN' })).toThrow('A number of the books cannot be read')
  })
})

describe(rateLines, () => {
  it('applies the given rates to the taxes of a line, and keeps the rate of a tax that is not among them', () => {
    const { lines } = resolved({})
    const rated = rateLines(lines, byId(tax('9', { rate: { units: 15n, scale: 0 } })))
    expect(rated[0]?.taxes.map(({ rate }) => rate.units)).toEqual([13n, 15n])
    expect(rated[0]).toMatchObject({ productId: '1', taxes: [{ isCompound: false }, { isCompound: true }] })
  })
})
