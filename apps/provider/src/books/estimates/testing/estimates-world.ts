import { beforeEach, expect } from 'vitest'
import type { DatabaseKind } from '#testing/books-endpoint.ts'
import { refusalsOf, startBooksWorld } from '#testing/books-world.ts'

const ESTIMATE = `id estimateNumber status title estimateDate dueDate currency { code } exchangeRate
  subtotal { value } discountTotal { value } taxTotal { value } total { value } amountDue { value } amountPaid { value }
  depositStatus depositUnit depositValue depositTotal { value } depositPaymentStatus lastSentVia lastSentAt
  memo footer customer { name } discounts { __typename name ... on FixedEstimateDiscount { amount }
    ... on PercentageEstimateDiscount { percentage } }
  items { description quantity unitPrice subtotal { value } total { value } product { name } account { name }
    taxes { amount { value } salesTax { abbreviation } } }`
const ANSWER = `didSucceed inputErrors { path code message }`
export const mutation = (name: string, fields = `estimate { ${ESTIMATE} }`) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${ANSWER} ${fields} } }`
export const PAYMENT = `estimatePayment { id amount memo paymentDate paymentMethod paymentAccountId active state }`

/** The fixture of the tests of estimates. */
export type EstimatesWorld = ReturnType<typeof startEstimates>

/** Starts {@link startBooksWorld} with a customer, a sales tax and a product to write estimates with. */
export function startEstimates(kind: DatabaseKind) {
  const world = startBooksWorld(kind)
  const ids = { customer: '', product: '', hst: '' }

  beforeEach(async () => {
    ids.customer = await newCustomer('Ada Quay')
    ids.hst = (
      await change('salesTaxCreate', 'salesTax { id }', {
        businessId: world.business.id,
        name: 'Harmonized Sales Tax',
        abbreviation: 'HST',
        rate: '0.13',
      })
    ).salesTax.id
    ids.product = (
      await change('productCreate', 'product { id }', {
        businessId: world.business.id,
        name: 'Design',
        description: 'Drawings',
        unitPrice: '50',
        incomeAccountId: await accountOf('INCOME'),
        defaultSalesTaxIds: [ids.hst],
      })
    ).product.id
  })

  const change = (name: string, fields: string | undefined, input: Readonly<Record<string, unknown>>) =>
    world.mutate(mutation(name, fields), input)
  const newCustomer = async (name: string) =>
    (await change('customerCreate', 'customer { id }', { businessId: world.business.id, name })).customer.id
  const accountOf = async (subtype: string) => {
    const { data } = await world.read(`accounts(subtypes: [${subtype}]) { edges { node { id } } }`)
    return data.business.accounts.edges[0].node.id as string
  }
  const faultsOf = (answer: unknown) => refusalsOf(answer).map((refusal) => refusal.replace(/^input\./, ''))
  const item = (more: Readonly<Record<string, unknown>> = {}) => ({
    productId: ids.product,
    unitPrice: '100',
    ...more,
  })
  const create = (input: Readonly<Record<string, unknown>> = {}) =>
    change('estimateCreate', undefined, {
      businessId: world.business.id,
      customerId: ids.customer,
      items: [item()],
      ...input,
    })
  const made = async (input: Readonly<Record<string, unknown>> = {}) => {
    const answer = await create(input)
    expect(answer.inputErrors).toEqual([])
    return answer.estimate
  }
  const does = (
    name: string,
    estimate: { readonly id: string },
    input: Readonly<Record<string, unknown>> = {},
  ) => change(name, name === 'estimateDelete' ? '' : undefined, { estimateId: estimate.id, ...input })
  const approved = async (input: Readonly<Record<string, unknown>> = {}) =>
    (await does('estimateApprove', await made(input))).estimate
  const patch = (estimate: any, input: Readonly<Record<string, unknown>>) =>
    change('estimatePatch', undefined, {
      id: estimate.id,
      currency: estimate.currency.code,
      customerId: ids.customer,
      dueDate: estimate.dueDate,
      estimateDate: estimate.estimateDate,
      exchangeRate: estimate.exchangeRate,
      status: estimate.status,
      title: estimate.title,
      ...input,
    })
  const pay = (
    estimate: { readonly id: string },
    amount: string,
    input: Readonly<Record<string, unknown>> = {},
  ) =>
    change('estimateDepositPaymentCreateManual', PAYMENT, {
      estimateId: estimate.id,
      amount,
      paymentDate: '2026-11-18',
      paymentMethod: 'CASH',
      ...input,
    })
  const balanceOf = async (subtype: string) => {
    const { data } = await world.read(`accounts(subtypes: [${subtype}]) { edges { node { balance } } }`)
    return data.business.accounts.edges.map(({ node }: any) => node.balance)
  }
  const numbersOf = async (args = '') => {
    const { data, errors } = await world.read(`estimates${args} { edges { node { estimateNumber } } }`)
    expect(errors).toBeUndefined()
    return data.business.estimates.edges.map(({ node }: any) => node.estimateNumber) as string[]
  }
  const rowsOf = async () => {
    const tables = [
      'estimates',
      'estimate_items',
      'estimate_item_taxes',
      'estimate_payments',
      'estimate_history',
      'entries',
    ]
    const kept = await Promise.all(tables.map((table) => world.books.rowsOf(table)))
    return kept.map((rows) =>
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
  }

  return Object.assign(world, {
    ids,
    change,
    newCustomer,
    accountOf,
    faultsOf,
    item,
    create,
    made,
    does,
    approved,
    patch,
    pay,
    balanceOf,
    numbersOf,
    rowsOf,
  })
}
