import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startBooks, type BooksEndpoint, type DatabaseKind } from '#testing/books-endpoint.ts'
import { ask, type Endpoint } from '#testing/graphql-endpoint.ts'

export const LINES = `lines { account { name } amount amountInBusinessCurrency basis description side }`
export const TRANSACTION = `id kind date description notes externalId origin createdAt reverses { id } business { id } ${LINES}`
export const CREATE = `mutation ($input: MoneyTransactionCreateInput!) {
  moneyTransactionCreate(input: $input) { didSucceed inputErrors { path code message } transaction { ${TRANSACTION} } } }`
export const CREATE_MANY = `mutation ($input: MoneyTransactionsCreateInput!) {
  moneyTransactionsCreate(input: $input) { didSucceed inputErrors { path code message } transactions { ${TRANSACTION} } } }`
export const DEPOSIT = `mutation ($input: MoneyDepositTransactionCreateInput!) {
  moneyDepositTransactionCreate(input: $input) { didSucceed inputErrors { path code message } } }`

export type Input = Readonly<Record<string, unknown>>

/** What tests of money transactions share, on one database; each begins with a business of its own. */
export type MoneyWorld = ReturnType<typeof startMoney>

/** Starts the database when the tests begin. Call it in a `describe`. */
export function startMoney(kind: DatabaseKind) {
  let books: BooksEndpoint
  let endpoint: Endpoint
  let userId: UserId
  let business: { readonly uuid: BusinessId; readonly id: string }
  let foreign: { readonly uuid: BusinessId; readonly id: string }
  let token = ''

  beforeAll(async () => {
    books = await startBooks(kind)
    endpoint = books.endpoint
    foreign = await endpoint.seed.business(await endpoint.seed.user())
    endpoint.advance(1)
  })
  afterAll(() => books.close())
  beforeEach(async () => {
    endpoint.advance(1)
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
    token = await endpoint.seed.personalToken(userId)
  })

  const change = async (mutation: string, input: Input) => {
    const { body } = await ask(endpoint, token, mutation, { input })
    expect(body.errors).toBeUndefined()
    return Object.values(body.data)[0] as any
  }
  const accountIn = async (uuid: BusinessId, name: string) => {
    const { rows } = await sql<{ id: string }>`select id::text as id from accounts
      where business_id = ${uuid} and name = ${name}`.execute(endpoint.db)
    return btoa(`Business:${uuid};Account:${rows[0]?.id}`)
  }
  const account = (name: string) => accountIn(business.uuid, name)
  const newAccount = async (name: string, subtype: string, currency = 'CAD') => {
    const { body } = await ask(
      endpoint,
      token,
      `mutation { accountCreate(input: { businessId: "${business.id}", name: "${name}", subtype: ${subtype},
        currency: ${currency} }) { account { id } } }`,
    )
    return body.data.accountCreate.account.id as string
  }
  const newTax = async (abbreviation: string, isRecoverable: boolean) => {
    const input = { businessId: business.id, name: abbreviation, abbreviation, rate: '0.1', isRecoverable }
    const mutation = `mutation ($input: SalesTaxCreateInput!) { salesTaxCreate(input: $input) { salesTax { id } } }`
    return (await ask(endpoint, token, mutation, { input })).body.data.salesTaxCreate.salesTax.id as string
  }
  const newCustomer = async (name: string) => {
    const input = { businessId: business.id, name }
    const mutation = `mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { customer { id } } }`
    return (await ask(endpoint, token, mutation, { input })).body.data.customerCreate.customer.id as string
  }
  const sale = async (changes: Input = {}): Promise<Input> => ({
    businessId: business.id,
    externalId: 'till-7',
    date: '2026-11-19',
    description: 'Takings',
    anchor: { accountId: await account('Cash on Hand'), amount: '100.00', direction: 'DEPOSIT' },
    lineItems: [{ accountId: await account('Sales'), amount: 100 }],
    ...changes,
  })
  const faultsOf = ({ didSucceed, inputErrors }: any): string[] => {
    expect(didSucceed).toBe(false)
    return inputErrors.map(({ path, code }: any) => `${path.slice(1).join('.')} ${code}`)
  }
  const linesOf = ({ transaction }: any): string[] =>
    transaction.lines.map((line: any) => `${line.side} ${line.account.name} ${line.amount}`)
  const read = async (query: string) =>
    (await ask(endpoint, token, `{ business(id: "${business.id}") { ${query} } }`)).body
  const balanceOf = async (name: string) => {
    const { data } = await read(`account(id: "${await account(name)}") { balance balanceInBusinessCurrency }`)
    return data.business.account
  }
  const entriesOf = async (uuid: BusinessId) =>
    (await sql`select id::text from entries where business_id = ${uuid}`.execute(endpoint.db)).rows.length

  const setRate = (code: string, day: string, rate: string) =>
    sql`insert into exchange_rates
    (business_id, currency_code, day, rate) values (${business.uuid}, ${code}, ${day}::date, ${rate}::numeric)`.execute(
      endpoint.db,
    )

  return {
    ...{
      change,
      accountIn,
      account,
      newAccount,
      newTax,
      newCustomer,
      sale,
      faultsOf,
      linesOf,
      read,
      balanceOf,
      entriesOf,
      setRate,
    },
    get endpoint() {
      return endpoint
    },
    get token() {
      return token
    },
    get userId() {
      return userId
    },
    get business() {
      return business
    },
    get foreign() {
      return foreign
    },
  }
}
