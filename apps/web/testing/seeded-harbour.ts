import { parseConfig } from '@counterfoil/provider/config'
import { runProvider, type RunningProvider } from '@counterfoil/provider/run'
import { connectPostgres, sharePostgres } from '@counterfoil/testkit/postgres'
import { expect } from 'vitest'
import { readOperations } from '../codegen.ts'

type Answer = Readonly<Record<string, unknown>>

/** One of the businesses, with functions that send requests as its owner. */
export interface SeededBusiness {
  readonly id: string
  readonly wireId: string
  /** The currency code of the business. */
  readonly currency: string
  /** Returns the SQL of an amount of an invoice `i` in the currency of the business, at a rate. */
  readonly inOwnCurrency: (amount: string, rate?: string) => string
  /** Sends a query as the owner of the business. @throws on any error */
  readonly post: (query: string, variables: object) => Promise<Answer>
  /** Sends a document of the app by its name, as {@link SeededBusiness.post} does. */
  readonly ask: (name: string, variables: object) => Promise<Answer>
  /** Moves the business to a time zone and an instant (ISO 8601), and returns its local date. */
  readonly moveTo: (instant: string, zone: string) => Promise<string>
}

/** A provider whose books can also be read by SQL. */
export interface SeededHarbour {
  readonly provider: RunningProvider
  readonly rows: <Row>(query: string) => Promise<readonly Row[]>
  /** Returns the first row. @throws if there is none */
  readonly one: <Row>(query: string) => Promise<Row>
  /** Opens a business by name; `several currencies` is the one with the most. Activates its plan. */
  readonly openBusiness: (name: string) => Promise<SeededBusiness>
  close(): Promise<void>
}

/** Starts a provider with its own database, seeded with the demo data by default. */
export async function startSeededHarbour(
  options: { readonly seed?: 'demo' | 'none'; readonly clock?: () => number } = {},
): Promise<SeededHarbour> {
  const postgres = await sharePostgres()
  const { url } = await postgres.createMigratedDatabase()
  const config = parseConfig({
    PROVIDER_PORT: '0',
    PROVIDER_SECRET: 'a-secret-for-a-test-of-figures-and-nothing-else',
    PROVIDER_SEED: options.seed ?? 'demo',
    PROVIDER_SEED_PUBLIC: 'true',
    PROVIDER_ADMIN_SOCKET: 'none',
    PROVIDER_LOG_LEVEL: 'error',
    DATABASE_URL: url,
  })
  const provider = await runProvider(config, { clock: options.clock ?? Date.now })
  const sql = await connectPostgres(url)
  const rows = async <Row>(query: string) => (await sql.query(query)).rows as Row[]
  const one = async <Row>(query: string): Promise<Row> => {
    const [first] = await rows<Row>(query)
    if (first === undefined) throw new Error('no row')
    return first
  }
  return {
    ...{ provider, rows, one },
    openBusiness: (name) => openBusiness({ provider, one }, name),
    async close() {
      await sql.end()
      await provider.close()
      await postgres.close()
    },
  }
}

async function openBusiness(
  { provider, one }: Pick<SeededHarbour, 'provider' | 'one'>,
  name: string,
): Promise<SeededBusiness> {
  const found = await one<{ id: string; name: string; currency: string; email: string }>(`
    select b.id, b.name, b.currency_code as currency, u.email from businesses b
      join memberships m on m.business_id = b.id join users u on u.id = m.user_id
      join invoices i on i.business_id = b.id
    where m.role = 'owner' and ${name === 'several currencies' ? 'true' : `b.name = '${name}'`}
    group by 1, 2, 3, 4 order by count(distinct i.currency_code) desc, count(*) desc limit 1`)
  // A personal token reads a business only while its plan is active; that of the business with most currencies is too small.
  await provider.admin(['plan', 'set', '--business', found.id, '--state', 'active'])
  const post = await createPost(provider, found.email)
  const { businesses } = (await post('{ businesses(pageSize: 50) { edges { node { id name } } } }', {})) as {
    businesses: { edges: { node: { id: string; name: string } }[] }
  }
  const listed = businesses.edges.find(({ node }) => node.name === found.name)
  if (listed === undefined) throw new Error(`a token of its owner does not list ${found.name}`)
  const { built } = await readOperations()
  return {
    id: found.id,
    wireId: listed.node.id,
    currency: found.currency,
    inOwnCurrency: (amount, rate = 'i.exchange_rate') =>
      `round(${amount} * ${rate} * 10::numeric ^ (${exponentOf(`'${found.currency}'`)} - ${exponentOf('i.currency_code')}))`,
    post,
    ask: (operation, variables) =>
      post(built.find((each) => each.name === operation)?.document ?? '', variables),
    async moveTo(instant, zone) {
      const { today } = await one<{ today: string }>(`
        with moved as (update businesses set timezone = '${zone}' where id = '${found.id}' returning timezone)
        select to_char('${instant}'::timestamptz at time zone timezone, 'YYYY-MM-DD') as today from moved`)
      return today
    },
  }
}

/** Returns a function that sends queries with a token of a user. @throws on any error */
export async function createPost(provider: RunningProvider, email: string): Promise<SeededBusiness['post']> {
  const { token } = (await provider.admin(['token', 'create', '--user', email])) as { token: string }
  return async (query, variables) => {
    const response = await fetch(`${provider.url}/graphql/public`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const answer = (await response.json()) as { data: Answer; errors?: unknown }
    expect(answer.errors).toBeUndefined()
    return answer.data
  }
}

/** Returns the SQL of a currency's decimal places; the demo data has no other currencies without them. */
function exponentOf(code: string): string {
  return `(case ${code} when 'JPY' then 0 else 2 end)`
}
