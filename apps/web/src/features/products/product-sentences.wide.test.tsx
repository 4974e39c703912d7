import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  AMOUNT,
  counted,
  CURRENCY,
  decimal,
  openOver,
  rowsOf,
  textsOf,
  worldCases,
  written,
} from '#testing/detail-worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const LINE = fc.record({
  product: fc.nat(3),
  earned: fc.oneof(
    AMOUNT,
    AMOUNT.map((minor) => -minor),
  ),
})
const INVOICE = fc.record({
  status: fc.constantFrom('DRAFT', 'SENT', 'PAID', 'OVERDUE', 'OVERPAID', 'NEW_STATUS'),
  currency: CURRENCY,
  lines: fc.array(LINE, { maxLength: 3 }),
})
const WORLD = fc.record({
  own: CURRENCY,
  prices: fc.array(AMOUNT, { maxLength: 4 }),
  pages: fc.array(fc.array(INVOICE, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  reach: fc.constantFrom('whole', 'whole', 'too-many', 'failed'),
})

describe('the product list', () => {
  it('shows the number of invoices and the earnings of each product, or why they are missing, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async ({ own, prices, pages, reach }) => {
        const totalPages = reach === 'too-many' ? 41 : pages.length
        const nodeOf = ({ status, currency, lines }: (typeof pages)[number][number], id: string) => ({
          ...{ id, status, currency },
          items: lines.map(({ product, earned }) => ({
            product: { id: `p${product}` },
            subtotal: { minorUnitValue: `${earned}` },
          })),
        })
        await openOver(bff, '/products', (operation, { page }) => {
          const at = Number(page) - 1
          if (operation === 'ProductSales') {
            if (reach === 'failed' && at === pages.length - 1) return undefined
            const edges = (pages[at] ?? []).map((one, place) => ({ node: nodeOf(one, `i${at}-${place}`) }))
            return { business: { id: 'B', invoices: { pageInfo: { totalPages }, edges } } }
          }
          const edges = prices.map((price, place) => ({
            node: {
              ...{ id: `p${place}`, name: `Rope ${place}`, description: null },
              ...{ unitPrice: decimal(price, own), isSold: true, isBought: false, isArchived: false },
            },
          }))
          const products = { pageInfo: { totalCount: prices.length }, edges }
          return { business: { id: 'B', timezone: 'UTC', currency: own, products } }
        })
        const empty = 'No products yet. When Northwind Trading adds one in Harbour, it shows here.'
        expect(textsOf('.list-empty')).toEqual(prices.length === 0 ? [empty] : [])
        expect(textsOf('.list-head strong')).toEqual(
          prices.length === 0 ? [] : [counted(prices.length, 'product')],
        )
        const note = {
          whole: `Earned since 21 Nov 2025, from invoices in ${own.code}, before taxes. Drafts are left out, and discounts on a whole invoice are not spread over its products.`,
          'too-many': 'Earned isn’t counted: there are more than 10,000 invoices since 21 Nov 2025.',
          failed: 'What was earned didn’t load.',
        }[reach]
        const said = () => textsOf('.list-page .note:not(.list-head *):not([aria-hidden])')
        await waitFor(() => expect(said().some((text) => text.includes('still being counted'))).toBe(false))
        expect(textsOf('.note.in-place > :first-child')).toEqual(reach === 'whole' ? [] : [note])
        if (reach === 'whole') expect(said()).toContain(note)
        const counting = pages.flat().filter(({ status, currency }) => {
          return !['DRAFT', 'NEW_STATUS'].includes(status) && currency.code === own.code
        })
        expect(rowsOf('.list tbody tr')).toEqual(
          prices.map((price, place) => {
            const isOn = ({ product }: { readonly product: number }) => product === place
            const count = counting.filter(({ lines }) => lines.some(isOn)).length
            const earned = counting
              .flatMap(({ lines }) => lines.filter(isOn))
              .reduce((sum, line) => sum + line.earned, 0)
            const sales =
              reach === 'whole' ? [`on ${counted(count, 'invoice')}`, written(earned, own)] : ['–', '–']
            return [`Rope ${place}`, written(price, own), ...sales]
          }),
        )
      }),
      worldCases(300),
    )
  })
})
