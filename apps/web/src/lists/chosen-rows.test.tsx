import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { FIGURES_CALL, giveScreen, press, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { plainText, textsOf } from '#testing/detail-worlds.ts'

const bff = startFakeBff()
beforeEach(() => {
  giveScreen()
  bff.answers(`GET ${BFF_PATHS.connectionFigures}`, () => problemAnswer('not-found'))
})

const CAD = { code: 'CAD', exponent: 2 }
const money = (value: string) => ({ value, currency: CAD })
const customer = (place: number) => ({
  ...{ id: `c${place}`, name: place === 7 ? 'Fern & Co' : `Larch ${place}`, email: null },
  ...{ outstandingAmount: money('5.00'), overdueAmount: money('0.00') },
})
/** Returns a credit note: it is neither late nor due soon. */
const credit = (place: number) => ({
  ...{ id: `i${place}`, invoiceNumber: `${place}`, invoiceDate: '2026-01-01', dueDate: '2026-01-31' },
  ...{ status: 'SENT', total: money('-5.00'), amountDue: money('-5.00') },
  customer: { id: 'c', name: 'Fern & Co' },
})

/** Answers with sixty rows: the first fifty at once, all of them after `later` resolves. */
function answerSixty(
  name: string,
  nodeOf: (place: number) => object,
  later: () => Promise<number | undefined>,
) {
  bff.answers(FIGURES_CALL, async ({ body }) => {
    const { page, pageSize } = (body as { variables: { page: number; pageSize: number } }).variables
    const isFirst = page === 1 && pageSize === 50
    const totalCount = isFirst ? 60 : await later()
    if (totalCount === undefined) return problemAnswer('provider-unavailable')
    const edges = Array.from({ length: 60 }, (_, place) => ({ node: nodeOf(place) }))
    const from = (page - 1) * pageSize
    const rows = { pageInfo: { totalCount }, edges: edges.slice(from, from + pageSize) }
    return { data: { business: { id: 'B', timezone: 'UTC', currency: CAD, [name]: rows } } }
  })
}
const main = () => plainText(document.querySelector('main'))
const count = () => textsOf('.list-head strong')

describe('rows that are filtered in the app', () => {
  it.each([
    ['Nothing is due in the next 14 days.', '/invoices?state=soon', 'invoices', credit],
    ['Nothing here matches “zebra”.', '/customers?q=zebra', 'customers', customer],
  ] as const)('report "%s" only after all rows were read', async (sentence, path, name, nodeOf) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    answerSixty(name, nodeOf, () => promise)
    bff.open(path)
    await screen.findByText('Loading more…')
    expect(main()).not.toContain(sentence)
    expect(count()).toEqual([])
    resolve(60)
    await screen.findByText(sentence)
  })

  it.each([
    ['Nothing is late.', '/invoices?state=late', 'invoices'],
    ['Nothing is archived.', '/products?state=archived', 'products'],
  ])('report "%s" if the provider has no such row', async (sentence, path, name) => {
    const rows = { pageInfo: { totalCount: 0 }, edges: [] }
    bff.answers(FIGURES_CALL, {
      data: { business: { id: 'B', timezone: 'UTC', currency: CAD, [name]: rows } },
    })
    bff.open(path)
    await screen.findByText(sentence)
  })

  it('show their count once all rows were read', async () => {
    answerSixty('customers', customer, () => Promise.resolve(60))
    bff.open('/customers?q=fern')
    await screen.findByText('1 customer', { selector: 'strong' })
  })

  it('report the number of rows that did not load, without a count', async () => {
    answerSixty('customers', customer, () => Promise.resolve(undefined))
    bff.open('/customers?q=fern')
    await screen.findByText('Showing 50 of 60 customers. The rest didn’t load.')
    expect(textsOf('.list tbody tr')).toHaveLength(1)
    expect(count()).toEqual([])
  })
})

it('a list reports a change when a later page has another total, not before', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  answerSixty('customers', customer, () => promise)
  bff.open('/customers')
  await screen.findByText('50 of 60 shown.')
  expect(main()).not.toContain('This list has changed')
  press('Show 10 more')
  resolve(61)
  await screen.findByText('This list has changed since it was read.')
})
