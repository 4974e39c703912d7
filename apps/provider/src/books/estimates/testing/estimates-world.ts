import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startBooks, type BooksEndpoint, type DatabaseKind } from '#testing/books-endpoint.ts'
import { ask, type Endpoint } from '#testing/graphql-endpoint.ts'

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

/** What tests of estimates share, on one database; each begins with a business of its own. */
export type EstimatesWorld = ReturnType<typeof startEstimates>

/** Starts the database when the tests begin. Call it in a `describe`. */
export function startEstimates(kind: DatabaseKind) {
  let books: BooksEndpoint
  let endpoint: Endpoint
  let userId: UserId
  let business: { readonly uuid: BusinessId; readonly id: string }
  let token = ''
  let customerId = ''
  let productId = ''
  let hst = ''

  beforeAll(async () => {
    books = await startBooks(kind)
    endpoint = books.endpoint
  })
  afterAll(() => books.close())
  beforeEach(async () => {
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
    token = await endpoint.seed.personalToken(userId)
    customerId = await newCustomer('Ada Quay')
    hst = (
      await change('salesTaxCreate', 'salesTax { id }', {
        businessId: business.id,
        name: 'Harmonized Sales Tax',
        abbreviation: 'HST',
        rate: '0.13',
      })
    ).salesTax.id
    productId = (
      await change('productCreate', 'product { id }', {
        businessId: business.id,
        name: 'Design',
        description: 'Drawings',
        unitPrice: '50',
        incomeAccountId: await accountOf('INCOME'),
        defaultSalesTaxIds: [hst],
      })
    ).product.id
  })

  const read = async (query: string) =>
    (await ask(endpoint, token, `{ business(id: "${business.id}") { ${query} } }`)).body
  const change = async (
    name: string,
    fields: string | undefined,
    input: Readonly<Record<string, unknown>>,
  ) => {
    const { body } = await ask(endpoint, token, mutation(name, fields), { input })
    expect(body.errors).toBeUndefined()
    return Object.values(body.data)[0] as any
  }
  const newCustomer = async (name: string) =>
    (await change('customerCreate', 'customer { id }', { businessId: business.id, name })).customer.id
  const accountOf = async (subtype: string) => {
    const { data } = await read(`accounts(subtypes: [${subtype}]) { edges { node { id } } }`)
    return data.business.accounts.edges[0].node.id as string
  }
  const faultsOf = ({ didSucceed, inputErrors }: any) => {
    expect(didSucceed).toBe(false)
    return inputErrors.map(({ path, code }: any) => `${path.slice(1).join('.')} ${code}`)
  }
  const item = (more: Readonly<Record<string, unknown>> = {}) => ({ productId, unitPrice: '100', ...more })
  const create = (input: Readonly<Record<string, unknown>> = {}) =>
    change('estimateCreate', undefined, { businessId: business.id, customerId, items: [item()], ...input })
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
      customerId,
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
    const { data } = await read(`accounts(subtypes: [${subtype}]) { edges { node { balance } } }`)
    return data.business.accounts.edges.map(({ node }: any) => node.balance)
  }
  const numbersOf = async (args = '') => {
    const { data, errors } = await read(`estimates${args} { edges { node { estimateNumber } } }`)
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
    const counts = tables.map((table) =>
      sql`select * from ${sql.table(table)} where business_id = ${business.uuid}`.execute(endpoint.db),
    )
    return (await Promise.all(counts)).map(({ rows }) =>
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
  }

  return {
    ...{ read, change, newCustomer, accountOf, faultsOf, item, create, made, does, approved, patch, pay },
    ...{ balanceOf, numbersOf, rowsOf },
    get endpoint() {
      return endpoint
    },
    get business() {
      return business
    },
    get userId() {
      return userId
    },
    get productId() {
      return productId
    },
    get hst() {
      return hst
    },
  }
}
