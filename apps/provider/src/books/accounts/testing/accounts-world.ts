import type { DatabaseKind } from '#testing/books-endpoint.ts'
import { refusalsOf, startBooksWorld } from '#testing/books-world.ts'

export const ACCOUNT = `id name description displayId isArchived sequence balance balanceInBusinessCurrency classicId
  normalBalanceType currency { code } subtype { value } type { value } business { id }`
export const CREATE = `mutation ($input: AccountCreateInput!) {
  accountCreate(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
export const PATCH = `mutation ($input: AccountPatchInput!) {
  accountPatch(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
export const ARCHIVE = `mutation ($input: AccountArchiveInput!) {
  accountArchive(input: $input) { didSucceed inputErrors { path code message } } }`

export type AccountsWorld = ReturnType<typeof startAccounts>

/** Starts {@link startBooksWorld} for the tests of accounts. */
export function startAccounts(kind: DatabaseKind) {
  const world = startBooksWorld(kind)
  const accountsOf = async (args = '', fields = 'name') => {
    const { data } = await world.read(
      `accounts${args} { edges { node { ${fields} } } pageInfo { currentPage totalPages totalCount } }`,
    )
    const { edges, pageInfo } = data.business.accounts
    return { nodes: edges.map((edge: { node: Record<string, unknown> }) => edge.node), pageInfo }
  }
  return Object.assign(world, {
    change: world.mutate,
    accountsOf,
    namesOf: async (args = '') =>
      (await accountsOf(args)).nodes.map((node: { name: string }) => node.name) as string[],
    create: (input: Readonly<Record<string, unknown>> = {}) =>
      world.mutate(CREATE, {
        businessId: world.business.id,
        name: 'Till',
        subtype: 'CASH_AND_BANK',
        ...input,
      }),
    faultsOf: refusalsOf,
  })
}
