import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startBooks, type BooksEndpoint, type DatabaseKind } from '#testing/books-endpoint.ts'
import { ask, type Endpoint } from '#testing/graphql-endpoint.ts'

export const ACCOUNT = `id name description displayId isArchived sequence balance balanceInBusinessCurrency classicId
  normalBalanceType currency { code } subtype { value } type { value } business { id }`
export const CREATE = `mutation ($input: AccountCreateInput!) {
  accountCreate(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
export const PATCH = `mutation ($input: AccountPatchInput!) {
  accountPatch(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
export const ARCHIVE = `mutation ($input: AccountArchiveInput!) {
  accountArchive(input: $input) { didSucceed inputErrors { path code message } } }`

/** What tests of accounts share, on one database; each begins with a business of its own. */
export type AccountsWorld = ReturnType<typeof startAccounts>

/** Starts the database when the tests begin. Call it in a `describe`. */
export function startAccounts(kind: DatabaseKind) {
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
  })
  afterAll(() => books.close())
  beforeEach(async () => {
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
    token = await endpoint.seed.personalToken(userId)
  })

  const read = async (query: string, of = business.id) =>
    (await ask(endpoint, token, `{ business(id: "${of}") { ${query} } }`)).body
  const accountsOf = async (args = '', fields = 'name') => {
    const { data } = await read(
      `accounts${args} { edges { node { ${fields} } } pageInfo { currentPage totalPages totalCount } }`,
    )
    const { edges, pageInfo } = data.business.accounts
    return { nodes: edges.map((edge: { node: Record<string, unknown> }) => edge.node), pageInfo }
  }
  const namesOf = async (args = '') =>
    (await accountsOf(args)).nodes.map((node: { name: string }) => node.name) as string[]
  const change = async (mutation: string, input: Readonly<Record<string, unknown>>) => {
    const { body } = await ask(endpoint, token, mutation, { input })
    expect(body.errors).toBeUndefined()
    return Object.values(body.data)[0] as any
  }
  const create = (input: Readonly<Record<string, unknown>> = {}) =>
    change(CREATE, { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK', ...input })
  const faultsOf = ({ didSucceed, inputErrors }: any) => {
    expect(didSucceed).toBe(false)
    return inputErrors.map(({ path, code }: any) => `${path.join('.')} ${code}`)
  }
  const rowsOf = async (uuid: BusinessId) =>
    (await sql`select * from accounts where business_id = ${uuid} order by id`.execute(endpoint.db)).rows

  return {
    ...{ read, accountsOf, namesOf, change, create, faultsOf, rowsOf },
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
