import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { startChild } from '@counterfoil/testkit/child'
import { freePorts } from '@counterfoil/testkit/free-port'
import { startNginx, type Nginx } from '@counterfoil/testkit/nginx'
import { startPostgresPair } from '@counterfoil/testkit/postgres-pair'
import { counterfoilApplication } from '@counterfoil/tools/start/counterfoil-application'
import { Client } from 'pg'
import { askBooks } from '../books/start-books.ts'
import { bffSettings, withProvider } from '../product/settings.ts'
import type { Customer } from './person.ts'
import { startStore, type StoreKind } from './redis-parts.ts'
import { startServicePart, type Part } from './service-part.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

const PROVIDER = join(import.meta.dirname, '../../apps/provider/src/main.ts')
const BFF_PROCESSES = 3
const PROVIDER_PROCESSES = 2
const PASSWORD = 'harbour-soak-password'
/** The lifetime of access tokens. They are renewed when a tenth of it is left. */
const ACCESS_TOKEN_SECONDS = 20
const SETTLED_AFTER_MS = 900_000

/** Limits for many people with one address, and time-outs for a busy machine. */
const BFF_SETTINGS = {
  BFF_PROVIDER_SCOPES: 'user:read business:read account:read transaction:write',
  BFF_PROVIDER_OPTIONAL_SCOPES: 'none',
  BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
  BFF_CONNECT_STARTS_PER_TEN_MINUTES: '100000',
  BFF_PROVIDER_GRAPHQL_PER_MINUTE: '1000000',
  BFF_REDIS_COMMAND_TIMEOUT_MS: '2000',
  BFF_REDIS_REPLICA_TIMEOUT_MS: '1000',
}
const PROVIDER_SETTINGS = {
  PROVIDER_REQUESTS_PER_MINUTE: '1000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: '1000000',
  PROVIDER_ADMIN_SOCKET: 'none',
  PROVIDER_LOG_LEVEL: 'error',
}

/** Starts the product in a setup that may lose any process: three processes of the BFF and two of the provider behind nginx. */
export async function startWorld(kind: StoreKind, people: number) {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  const kept = <Closable extends { close(): Promise<unknown> }>(opened: Closable): Closable => {
    closers.push(() => opened.close())
    return opened
  }
  try {
    const postgres = kept(await startPostgresPair())
    const store = kept(await startStore(kind))
    const ports = await freePorts(BFF_PROCESSES + PROVIDER_PROCESSES)
    const bffPorts = ports.slice(0, BFF_PROCESSES)
    const providerPorts = ports.slice(BFF_PROCESSES)
    const front = await startNginx(bffPorts)
    closers.push(() => front[Symbol.asyncDispose]())
    const providerFront = await startNginx(providerPorts)
    closers.push(() => providerFront[Symbol.asyncDispose]())
    const [appUrl, providerUrl] = [front.url.replace('127.0.0.1', 'localhost'), providerFront.url]

    const providerEnv = {
      ...PROVIDER_SETTINGS,
      PROVIDER_PUBLIC_URL: providerUrl,
      PROVIDER_SECRET: randomBytes(32).toString('base64url'),
      DATABASE_URL: postgres.url,
    }
    const application = await register(providerEnv, appUrl, people)
    const bffEnv = {
      ...bffSettings({ appUrl, providerUrl, application }),
      ...BFF_SETTINGS,
      ...store.env,
    }
    const startProvider = async (port: number) =>
      startChild(process.execPath, [PROVIDER], {
        env: { PATH: process.env['PATH'], ...providerEnv, PROVIDER_PORT: String(port) },
      })
    const startBff = async (port: number) => {
      const bff = await startBffProcess(bffEnv, { port })
      return { ...bff, output: bff.logs }
    }
    const services: Part[] = []
    const startAll = async (
      name: string,
      ports: readonly number[],
      start: typeof startProvider | typeof startBff,
    ) => {
      for (const [index, port] of ports.entries()) {
        const url = `http://127.0.0.1:${port}`
        services.push(kept(await startServicePart(`${name}-${index + 1}`, url, () => start(port))))
      }
    }
    await startAll('provider', providerPorts, startProvider)
    await startAll('bff', bffPorts, startBff)
    /** Runs the background work that is due within a quarter of an hour. */
    const settle = async (): Promise<void> => {
      const ahead = await startBffProcess(bffEnv, { worksAfterMs: SETTLED_AFTER_MS })
      await ahead.work()
      await ahead.stop()
    }
    const database: Part = { name: 'postgres', kill: postgres.failOver, restore: postgres.rebuild }
    return {
      ...{ appUrl, providerUrl, customers: application.customers, settle, close },
      /** Runs a command of the provider's command line. */
      harbour: (...argv: readonly string[]) => withProvider(providerEnv, (provider) => provider.admin(argv)),
      /** All parts that can be killed, in the order in which they are. */
      parts: [
        ...services,
        balancerPart('nginx-app', front),
        balancerPart('nginx-provider', providerFront),
        ...[database, ...store.parts],
      ],
      /** Reads rows of the provider's database. */
      read: <Row>(sql: string) => read<Row>(postgres.url, sql),
    }
  } catch (error) {
    await close()
    throw error
  }
}

function balancerPart(name: string, { kill, start }: Nginx): Part {
  return { name, kill, restore: start }
}

/** Creates the tables, the application and the people, and from then on records each use of a refresh token. */
function register(env: Readonly<Record<string, string>>, appUrl: string, people: number) {
  return withProvider(env, async (provider) => {
    const run = async <Answer>(argv: readonly string[], input = {}) =>
      (await provider.admin(argv, input)) as Answer
    const application = await run<{ readonly clientId: string; readonly clientSecret: string }>([
      ...counterfoilApplication(appUrl),
      ...['--access-token-seconds', String(ACCESS_TOKEN_SECONDS), '--rotate-refresh-tokens'],
    ])
    const customers: Customer[] = []
    for (let index = 0; index < people; index += 1) {
      const email = `person-${index}@soak.example`
      await run(['user', 'create', '--email', email, '--name', `Person ${index}`], { password: PASSWORD })
      const { id, businessId } = await run<{ readonly id: string; readonly businessId: string }>([
        ...['business', 'create', '--owner', email, '--name', `Business ${index}`],
      ])
      const { token } = await run<{ readonly token: string }>([
        ...['token', 'create', '--user', email, '--name', 'soak'],
      ])
      const accounts = await findAccounts(provider.port, { token, businessId })
      customers.push({ email, password: PASSWORD, businessUuid: id, businessId, ...accounts })
    }
    await read(env['DATABASE_URL'] ?? '', NOTE_REFRESHES)
    return { ...application, customers }
  })
}

const NOTE_REFRESHES = `
  create table soak_refreshes (family_id uuid, at timestamptz default clock_timestamp(), spent text);
  create function note_refresh() returns trigger language plpgsql as $$
  begin
    insert into soak_refreshes (family_id, spent) values (old.id, old.refresh_digest::text);
    return null;
  end $$;
  create trigger refreshes_noted after update on token_families for each row
    when (old.access_digest is distinct from new.access_digest) execute function note_refresh()`

async function findAccounts(
  port: number,
  { token, businessId }: { readonly token: string; readonly businessId: string },
) {
  const query = `query ($id: ID!) { business(id: $id) {
    bank: accounts(subtypes: [CASH_AND_BANK], pageSize: 1) { edges { node { id } } }
    income: accounts(subtypes: [INCOME], pageSize: 1) { edges { node { id } } } } }`
  const data = await askBooks(port, { token, body: JSON.stringify({ query, variables: { id: businessId } }) })
  const ids = [...JSON.stringify(data).matchAll(/"node":\{"id":"([^"]+)"/g)].map(([, id]) => id)
  const [bankId, incomeId] = ids
  if (bankId === undefined || incomeId === undefined) throw new Error(`No accounts: ${JSON.stringify(data)}`)
  return { bankId, incomeId }
}

async function read<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}
