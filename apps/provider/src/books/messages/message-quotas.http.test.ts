import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

const { northwind, bakery } = DEMO_BUSINESSES
const { many, single } = DEMO_USERS

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider({
    env: {
      PROVIDER_MAIL_ADDRESSES_PER_DAY: '30',
      PROVIDER_MAIL_NEW_ADDRESSES_PER_DAY: '25',
      PROVIDER_MAIL_ADDRESSES_PER_DAY_OF_APPLICATION: '40',
    },
  })
})
afterAll(() => provider.close())

/** Returns a function that sends an invoice of a business to so many addresses with this token, and returns the outcome. */
async function senderOf(token: string, businessId: BusinessId) {
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${provider.base}/graphql/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: any; errors?: unknown }
    expect(errors).toBeUndefined()
    return data
  }
  const business = JSON.stringify(provider.businessParameter(businessId))
  const { customerCreate } = await ask(
    `mutation { customerCreate(input: { businessId: ${business}, name: "Ada" }) { customer { id } } }`,
  )
  const { invoiceCreate } = await ask(`mutation { invoiceCreate(input: { businessId: ${business},
    customerId: "${customerCreate.customer.id}", status: SAVED }) { invoice { id } } }`)
  return async (count: number, name: string): Promise<string> => {
    const to = Array.from({ length: count }, (_, index) => `${name}${index}@mill.example`)
    const { invoiceSend } = await ask(
      `mutation ($to: [String!]!) { invoiceSend(input: { invoiceId: "${invoiceCreate.invoice.id}", to: $to }) {
        didSucceed inputErrors { message } } }`,
      { to },
    )
    return invoiceSend.didSucceed ? 'sent' : invoiceSend.inputErrors[0].message
  }
}

const personally = async (userId: UserId, businessId: BusinessId) =>
  senderOf((await provider.deps.personalTokens.mint(userId, { name: 'Script' })).token, businessId)

describe('the limit of addresses that a person may write to in a day', () => {
  it('counts addresses over all their businesses, including those never written to before', async () => {
    provider.advance(2 * 86_400_000)
    const [one, other] = [await personally(many.id, northwind.id), await personally(many.id, bakery.id)]
    expect(await one(20, 'ada')).toBe('sent')
    expect(await other(5, 'bo')).toBe('sent')
    expect(await other(1, 'new')).toMatch(/^A person may send to 25 new addresses within 24 hours\./)
    expect(await other(5, 'bo')).toBe('sent')
    expect(await one(1, 'ada')).toMatch(/^A person may send to 30 addresses within 24 hours\./)
    provider.advance(86_400_000)
    expect(await one(1, 'ada')).toBe('sent')
  })

  it('is not exceeded when two businesses send at once', async () => {
    provider.advance(2 * 86_400_000)
    const senders = await Promise.all([northwind.id, bakery.id].map((id) => personally(many.id, id)))
    const sent = await Promise.all(senders.map((send, index) => send(20, `at-once-${index}-`)))
    expect(sent.filter((answer) => answer === 'sent')).toHaveLength(1)
  })
})

it('exists for an application too, over all its users', async () => {
  provider.advance(2 * 86_400_000)
  const client = await provider.createClient({
    allowedScopes: ['business:*', 'customer:*', 'invoice:*'],
  })
  const scopes = ['business:read', 'customer:*', 'invoice:*']
  const connectedAs = async (userId: UserId, businessId: BusinessId) => {
    const query = { scope: scopes.join(' ') }
    const { accessToken } = await provider.connect(client, { userId, businessId, scopes }, query)
    return senderOf(accessToken, businessId)
  }
  const one = await connectedAs(many.id, northwind.id)
  const other = await connectedAs(single.id, DEMO_BUSINESSES.okafor.id)
  expect(await one(20, 'ada')).toBe('sent')
  expect(await other(20, 'cy')).toBe('sent')
  expect(await other(1, 'cy')).toMatch(/^An application may send to 40 addresses within 24 hours\./)
  expect(await (await personally(single.id, DEMO_BUSINESSES.okafor.id))(1, 'cy')).toBe('sent')
})
