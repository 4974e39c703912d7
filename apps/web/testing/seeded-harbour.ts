import { parseConfig } from '@counterfoil/provider/config'
import { runProvider, type RunningProvider } from '@counterfoil/provider/run'
import { connectPostgres, sharePostgres } from '@counterfoil/testkit/postgres'
import { expect } from 'vitest'
import { readOperations } from '../codegen.ts'

type Answer = Readonly<Record<string, unknown>>

/** One of the businesses, and what asks for it. */
export interface SeededBusiness {
  readonly id: string
  readonly wireId: string
  /** The code of its currency. */
  readonly currency: string
  /** SQL of an amount of an invoice `i` in the currency of the business, at a rate. */
  readonly inOwnCurrency: (amount: string, rate?: string) => string
  /** Asks as its owner; a fault fails the test. */
  readonly post: (query: string, variables: object) => Promise<Answer>
  /** {@link SeededBusiness.post} of a document of the app, by its name. */
  readonly ask: (name: string, variables: object) => Promise<Answer>
  /** The day it is there at an instant (ISO 8601), once it is in that time zone. */
  readonly moveTo: (instant: string, zone: string) => Promise<string>
}

/** A provider whose books may also be added up by plain SQL. */
export interface SeededHarbour {
  readonly provider: RunningProvider
  readonly rows: <Row>(query: string) => Promise<readonly Row[]>
  /** The first row. @throws where there is none */
  readonly one: <Row>(query: string) => Promise<Row>
  /** That of a name; for `several currencies` the one whose invoices are in the most. Its plan is active from then on. */
  readonly openBusiness: (name: string) => Promise<SeededBusiness>
  close(): Promise<void>
}

/** Starts a provider over a database of its own, with the demonstration in it by default. */
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
  // A personal token reads a business only while its plan is active; that of the most currencies is too small.
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

/** Asks with a token of a user; a fault fails the test. */
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

/** SQL of the digits after the point; the demonstration has no other currencies without them. */
function exponentOf(code: string): string {
  return `(case ${code} when 'JPY' then 0 else 2 end)`
}
