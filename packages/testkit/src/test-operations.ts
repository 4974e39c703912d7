import { createHash } from 'node:crypto'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'

/** The operations that tests send to a provider instead of the app's. */
const DOCUMENTS = {
  WhoAmI: 'query WhoAmI { user { id defaultEmail } }',
  MyBusiness: 'query MyBusiness { business { id name } }',
  WhoseBusinesses:
    'query WhoseBusinesses { user { id defaultEmail } businesses { edges { node { name } } } }',
  Enter: 'mutation Enter($name: String) { enter(name: $name) { didSucceed name } }',
  EnterMoney:
    'mutation EnterMoney($input: MoneyTransactionCreateInput!) { moneyTransactionCreate(input: $input) { didSucceed inputErrors { code message } } }',
} as const

export type TestOperation = keyof typeof DOCUMENTS

const hashOf = (name: TestOperation) => createHash('sha256').update(DOCUMENTS[name]).digest('hex')

export const TEST_OPERATIONS: OperationManifest = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([name, document]) => [
    hashOf(name as TestOperation),
    {
      ...{ name, document, scopes: [] },
      kind: document.startsWith('mutation') ? ('mutation' as const) : ('query' as const),
    },
  ]),
)

/** Returns the body that a page sends for `name`, for `JSON.stringify`. */
export function operationBody(name: TestOperation = 'WhoAmI') {
  return { extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(name) } } }
}
