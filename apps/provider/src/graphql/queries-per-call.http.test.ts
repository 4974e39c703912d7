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

  /** Statements beside the one that looks the token up. */
  const queriesOf = async (query: string) => {
    queries = 0
    const answer = await ask(counted, token, query)
    expect(answer.status).toBe(200)
    return queries
  }

  /** That many products, each with two taxes and two accounts. */
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
    // The business, a page, its count, accounts, taxes.
    for (const id of ids) expect(await queriesOf(`{ business(id: "${id}") { ${products} } }`)).toBe(5)
    expect(await queriesOf(`{ businesses { edges { node { ${products} } } } }`)).toBe(6)
    const people = (field: string) =>
      `${field} { edges { node { name business { id } } } pageInfo { totalCount } }`
    expect(
      await queriesOf(`{ business(id: "${ids[0]}") { ${people('customers')} ${people('vendors')} } }`),
    ).toBe(5)
  })

  it('as often for the accounts of all businesses as for those of one', async () => {
    const accounts = 'accounts { edges { node { name balance business { name } } } pageInfo { totalCount } }'
    // The business, a page, its count, its balances.
    expect(await queriesOf(`{ business(id: "${ids[0]}") { ${accounts} } }`)).toBe(4)
    // The page of businesses, without the state of their plans, then with it.
    expect(await queriesOf(`{ businesses { edges { node { ${accounts} } } } }`)).toBe(5)
  })
})
