import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

describe('a call queries the database', () => {
  let endpoint: Endpoint
  let counted: Endpoint
  let token = ''
  let ids: readonly string[] = []
  let queries = 0

  beforeAll(async () => {
    endpoint = await startEndpoint()
    counted = await startEndpoint({
      beside: endpoint,
      wrap: (deps) => ({
        ...deps,
        reading: deps.reading.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            queries += 1
            return result
          },
        }),
      }),
    })
    const userId = await endpoint.seed.user()
    const made = [await endpoint.seed.business(userId), await endpoint.seed.business(userId)]
    ids = made.map(({ id }) => id)
    token = await endpoint.seed.personalToken(userId)
  })
  afterAll(async () => {
    await counted.close()
    await endpoint.close()
  })

  /** Returns the number of statements of a query, without the one that looks up the token. */
  const queriesOf = async (query: string) => {
    queries = 0
    const answer = await ask(counted, token, query)
    expect(answer.status).toBe(200)
    return queries
  }

  /** Creates `count` products with two taxes and two accounts each. */
  const seedProducts = async (businessId: string, count: number) => {
    const made = async (mutation: string, input: Readonly<Record<string, unknown>>, field: string) => {
      const type = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Input`
      const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${field} { id } } }`
      const { body } = await ask(endpoint, token, document, { input: { businessId, ...input } })
      return body.data[mutation][field].id as string
    }
    const tax = (name: string) =>
      made('salesTaxCreate', { name, abbreviation: name, rate: '0.05' }, 'salesTax')
    const account = (subtype: string) => made('accountCreate', { name: subtype, subtype }, 'account')
    const names = {
      defaultSalesTaxIds: [await tax('GST'), await tax('QST')],
      incomeAccountId: await account('INCOME'),
      expenseAccountId: await account('EXPENSE'),
    }
    for (let index = 0; index < count; index += 1) {
      await made('productCreate', { name: `Product ${index}`, unitPrice: '1', ...names }, 'product')
      await made('customerCreate', { name: `Customer ${index}` }, 'customer')
    }
  }

  it('never for data that are the same for everybody', async () => {
    expect(
      await queriesOf('{ countries { code currency { code } provinces { code } } currencies { code } }'),
    ).toBe(0)
  })

  it('once for a user, however often the user is selected', async () => {
    expect(await queriesOf('{ a: user { id } b: user { defaultEmail } user { firstName } }')).toBe(1)
  })

  it('once for all businesses that are named, and for the same one twice', async () => {
    const [one, other] = ids
    const query = `{ a: business(id: "${one}") { name } b: business(id: "${other}") { name } c: business(id: "${one}") { id } }`
    expect(await queriesOf(query)).toBe(1)
  })

  it('once for a page of businesses, and again past the end', async () => {
    const list = (page: number) =>
      `{ businesses(page: ${page}) { edges { node { name } } pageInfo { totalCount } } }`
    expect(await queriesOf(list(1))).toBe(1)
    expect(await queriesOf(list(9))).toBe(2)
  })

  it('as often for many products and their relations as for one, and for those of all businesses', async () => {
    for (const [index, businessId] of ids.entries()) {
      await seedProducts(businessId, index + 1)
    }
    const products = `products { edges { node { name incomeAccount { name } expenseAccount { name }
      defaultSalesTaxes { name rate } business { name } } } pageInfo { totalCount } }`
    // The business, a page, accounts, taxes.
    for (const id of ids) expect(await queriesOf(`{ business(id: "${id}") { ${products} } }`)).toBe(4)
    expect(await queriesOf(`{ businesses { edges { node { ${products} } } } }`)).toBe(5)
    const people = (field: string) =>
      `${field} { edges { node { name business { id } } } pageInfo { totalCount } }`
    expect(
      await queriesOf(`{ business(id: "${ids[0]}") { ${people('customers')} ${people('vendors')} } }`),
    ).toBe(3)
  })

  it('for a total only if no page was read that shows it, and for rows only if they are requested', async () => {
    const list = async (page: string, fields: string) => {
      const text = `{ business(id: "${ids[1]}") { products(${page}) { ${fields} } } }`
      // Without the business.
      return (await queriesOf(text)) - 1
    }
    const [total, rows] = ['pageInfo { totalCount }', 'edges { node { name } }']
    expect(await list('pageSize: 3', total)).toBe(1)
    expect(await list('pageSize: 3', rows)).toBe(1)
    expect(await list('pageSize: 3', `${total} ${rows}`)).toBe(1)
    expect(await list('pageSize: 2', `${total} ${rows}`)).toBe(2)
    expect(await list('pageSize: 3, page: 2', `${total} ${rows}`)).toBe(2)
    expect(await list('pageSize: 3, after: "0"', `${total} ${rows}`)).toBe(2)
    for (const page of ['pageSize: 3', 'pageSize: 2', 'pageSize: 3, page: 2']) {
      const text = `{ business(id: "${ids[1]}") { products(${page}) { ${total} ${rows} } } }`
      const { body } = await ask(counted, token, text)
      expect(body.data.business.products.pageInfo).toEqual({ totalCount: 2 })
    }
  })

  it('once for the totals of all lists of one kind', async () => {
    const totals = ['isSold: true', 'isArchived: true', 'isArchived: null'].map(
      (filter, index) => `a${index}: products(${filter}) { pageInfo { totalCount } }`,
    )
    const text = `{ ${ids.map((id, index) => `b${index}: business(id: "${id}") { ${totals.join(' ')} }`).join(' ')} }`
    // The businesses, and the totals.
    expect(await queriesOf(text)).toBe(2)
    const { body } = await ask(counted, token, text)
    const totalOf = (count: number) => ({ pageInfo: { totalCount: count } })
    expect(body.data).toEqual({
      b0: { a0: totalOf(1), a1: totalOf(0), a2: totalOf(1) },
      b1: { a0: totalOf(2), a1: totalOf(0), a2: totalOf(2) },
    })
  })

  it('as often for the accounts of all businesses as for those of one', async () => {
    const accounts = 'accounts { edges { node { name balance business { name } } } pageInfo { totalCount } }'
    // The business, a page, its balances.
    expect(await queriesOf(`{ business(id: "${ids[0]}") { ${accounts} } }`)).toBe(3)
    // The page of businesses, without the state of their plans, then with it.
    expect(await queriesOf(`{ businesses { edges { node { ${accounts} } } } }`)).toBe(4)
  })
})
