import { randomUUID } from 'node:crypto'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import { dayIn } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Books } from '#books/open-books.ts'
import { ask, askUntilServed, startEndpoint, type Endpoint } from './graphql-endpoint.ts'

export type DatabaseKind = 'memory' | 'postgres'
/** The kinds of database, for `describe.each`. Books behave alike on both. */
export const DATABASE_KINDS: readonly DatabaseKind[] = ['memory', 'postgres']

/** Starts the GraphQL endpoint on a database of this kind, or of a data folder, with functions that create businesses. */
export async function startBooks(
  kind: DatabaseKind | { readonly dataDir: string },
  env: Readonly<Record<string, string>> = {},
) {
  const postgres = kind === 'postgres' ? await sharePostgres() : undefined
  const url = (await postgres?.createMigratedDatabase())?.url
  const own =
    typeof kind === 'string' ? ({ kind: 'memory' } as const) : { kind: 'embedded' as const, ...kind }
  const endpoint = await startEndpoint({
    env,
    database: url === undefined ? own : { kind: 'postgres', url, maxConnections: 10 },
  })
  return {
    endpoint,
    /** The URL of the PostgreSQL database; undefined for a database in memory. */
    databaseUrl: url,
    /** Creates a business of a new user, with a token that may do everything. */
    async open(details: Readonly<Record<string, string | boolean>> = {}): Promise<TestBooks> {
      const email = `${randomUUID()}@example.com`
      const userId = await endpoint.seed.user(email)
      const business = await endpoint.seed.business(userId, { details })
      return openBooksOf(endpoint, {
        userId,
        email,
        business,
        token: await endpoint.seed.personalToken(userId),
      })
    },
    /** Returns the same books at the address of another process. */
    at: (url: string, { userId, email, business, token }: TestBooks): TestBooks =>
      openBooksOf({ ...endpoint, url }, { userId, email, business, token }),
    /** Returns the names of all tables with rows of a business. */
    async tables(): Promise<readonly string[]> {
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and not c.relname = any(${TABLES_OF_ACCESS}::text[])
        order by 1`.execute(endpoint.db)
      return rows.map(({ name }) => name)
    },
    /** Creates a token of an application for one business, with these scopes. */
    async tokenWith({ userId, business }: TestBooks, scopes: readonly string[]): Promise<string> {
      const applicationId = await endpoint.seed.application()
      const allowed = { allowed_scopes: scopes.join(' ') }
      await endpoint.db.updateTable('applications').set(allowed).where('id', '=', applicationId).execute()
      const asked = { userId, applicationId, businessId: business.uuid, scopes: scopes.join(' ') }
      return (await endpoint.seed.token(asked)).token
    },
    async close() {
      await endpoint.close()
      await postgres?.close()
    },
  }
}
export type BooksEndpoint = Awaited<ReturnType<typeof startBooks>>

/** The tables that refer to businesses but are not part of their books. */
export const TABLES_OF_ACCESS: readonly string[] = [
  'memberships',
  'plans',
  'authorization_requests',
  'grants',
  'authorization_codes',
  'token_families',
  'grant_exclusions',
]

type Input = Readonly<Record<string, unknown>>

export type TestBooks = ReturnType<typeof openBooksOf>

function openBooksOf(
  endpoint: Endpoint,
  owner: {
    readonly userId: UserId
    /** The address with which the owner signs in. */
    readonly email: string
    readonly business: { readonly uuid: BusinessId; readonly id: string }
    readonly token: string
  },
) {
  const { business, token } = owner
  const books = {
    ...owner,
    /** Returns the answer to a selection of `Business`, including its errors. */
    read: async (selection: string, of: string = business.id) =>
      (await ask(endpoint, token, `query ($id: ID) { business(id: $id) { ${selection} } }`, { id: of })).body,
    /** Returns the data of a selection of `Business`, and expects no error. */
    async select(selection: string): Promise<any> {
      const { data, errors } = await books.read(selection)
      expect(errors).toBeUndefined()
      return data.business
    },
    /** Returns the nodes and the page information of one page. */
    async list(field: string, selection: string) {
      const name = field.replace(/\(.*$/s, '')
      const page = `edges { node { ${selection} } } pageInfo { currentPage totalPages totalCount }`
      const { edges, pageInfo } = (await books.select(`${field} { ${page} }`))[name]
      return { nodes: edges.map((edge: { node: unknown }) => edge.node) as any[], pageInfo }
    },
    /** Returns the payload of a mutation; `selection` is of the row in it. */
    async change(mutation: string, input: Input, selection = ''): Promise<any> {
      const type = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Input`
      const document = `mutation ($input: ${type}!) {
        ${mutation}(input: $input) { didSucceed inputErrors { path code message } ${selection} } }`
      const { body } = await askUntilServed(endpoint, token, document, { input })
      expect(body.errors).toBeUndefined()
      return body.data[mutation]
    },
    /** Returns paths and codes of the refused fields, `input.name REQUIRED`. */
    async refused(mutation: string, input: Input): Promise<readonly string[]> {
      const { didSucceed, inputErrors } = await books.change(mutation, input)
      expect(didSucceed).toBe(false)
      return inputErrors.map(({ path, code }: any) => `${path.join('.')} ${code}`)
    },
    /** Writes to the books in a transaction like that of a mutation, for writes without a mutation. */
    transact: <Value>(work: (transaction: BooksTransaction) => Promise<Value>): Promise<Value> =>
      endpoint.db.transaction().execute((trx) =>
        work({
          trx,
          books: {
            businessId: business.uuid,
            currency: knownCurrency('CAD'),
            timeZone: null,
            locale: 'en' as const,
          } as Books,
          now: endpoint.now(),
          today: dayIn(null, endpoint.now().getTime()),
          author: { userId: owner.userId, applicationId: null },
        }),
      ),
    /** Sets whether messages may be sent for the business. */
    allowMail: (isAllowed: boolean) =>
      endpoint.db
        .updateTable('businesses')
        .set({ email_send_enabled: isAllowed })
        .where('id', '=', business.uuid)
        .execute(),
    /** Returns the rows of a statement of the test. */
    query: <Row>(statement: RawBuilder<Row>) => statement.execute(endpoint.db),
    /** Returns the rows of a table that belong to this business. */
    rowsOf: async (table: string) =>
      (
        await sql`select to_jsonb(t) as row from ${sql.table(table)} t where business_id = ${business.uuid} order by 1`.execute(
          endpoint.db,
        )
      ).rows,
  }
  return books
}

/** Returns the integer inside the encoded id of a row of a business. */
export function integerIn(wireId: string): string {
  return atob(wireId).split(':').at(-1) ?? ''
}
