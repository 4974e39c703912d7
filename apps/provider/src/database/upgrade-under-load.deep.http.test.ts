import { sharePostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { startProviderProcess, type ProviderProcess } from '#testing/provider-process.ts'
import { knownChanges } from './migrate.ts'
import { connect } from './open-database.ts'
import { FILLED_BY, fillDatabase, type FilledDatabase } from './testing/filled-database.ts'
import { NEXT_RELEASE } from './testing/next-release.ts'
import { makeRelease, type OtherRelease } from './testing/other-release.ts'

const WRITES_PER_SECOND = 50
const WRITES_BETWEEN = 100
const ENV = {
  PROVIDER_LOG_LINES_PER_MINUTE: '10',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_ADDRESS: '1000000',
  PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '1000000000',
  // A busy machine is no fault; the wait for the locks of a migration has its own limit.
  PROVIDER_GRAPHQL_MAX_STATEMENTS_MS: '60000',
}
const WRITTEN = 'Written during the upgrade'
const MUTATIONS = {
  customerCreate: ({ businessId }: Writer) => ({ businessId, name: WRITTEN }),
  invoiceCreate: ({ businessId, customerId, productId }: Writer) => ({
    businessId,
    customerId,
    items: [{ productId, unitPrice: '100' }],
    status: 'SAVED',
  }),
} as const

type Writer = FilledDatabase['writers'][number] & {
  readonly customerId: string
  readonly productId: string
}

/** Writes to each business in turn, at any running process. Collects the answers that report a fault of the server. */
function writeSteadily(writers: readonly Writer[], serving: () => readonly ProviderProcess[]) {
  const faults: unknown[] = []
  const answers = new Set<Promise<void>>()
  const written = { customerCreate: 0, invoiceCreate: 0 }
  let sent = 0
  const write = async (writer: Writer, name: keyof typeof MUTATIONS, { url }: ProviderProcess) => {
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { didSucceed inputErrors { message } } }`
    const variables = { input: MUTATIONS[name](writer) }
    const { status, body } = await ask({ url: `${url}${GRAPHQL_PATH}` }, writer.token, query, variables)
    if (body.data?.[name]?.didSucceed === true) written[name] += 1
    // 429: the writer waited too long and may try again.
    else if (status !== 429) faults.push({ status, body: JSON.stringify(body) })
  }
  const timer = setInterval(() => {
    const processes = serving()
    const [writer, process] = [writers[sent % writers.length], processes[sent % processes.length]]
    const name = sent % 2 === 0 ? 'customerCreate' : 'invoiceCreate'
    sent += 1
    if (writer === undefined || process === undefined) return
    const answer = write(writer, name, process).catch((error: unknown) => void faults.push(error))
    answers.add(answer)
    void answer.finally(() => answers.delete(answer))
  }, 1_000 / WRITES_PER_SECOND)
  return {
    faults,
    written,
    async more() {
      const enough = written.invoiceCreate + WRITES_BETWEEN / 2
      await until('more was written', () => written.invoiceCreate >= enough, { withinMs: 240_000 })
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(answers)
    },
  }
}

describe.each(FILLED_BY)('a database that was filled on the schema of migration %s', (number) => {
  const names = Object.keys(knownChanges())
  const [beforeLast, last = ''] = names.slice(-2)
  /** True if a release without the last migration can run on the schema after it. */
  const canGoBack = beforeLast !== undefined && knownChanges()[last]?.isSafeForOlderReleases !== false
  const releases: OtherRelease[] = []
  const release = async (...made: Parameters<typeof makeRelease>) => {
    const other = await makeRelease(...made)
    releases.push(other)
    return other
  }
  afterAll(() => Promise.all(releases.map(({ remove }) => remove())))

  it('loses no write when it is upgraded twice, and then served by older releases, during writes', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    const { db, close } = await connect({ kind: 'postgres', url, maxConnections: 4 })
    const filled = await fillDatabase(db, number)
    const [first, ours, next] = [
      await release('0.0.1', { last: names.findLast((name) => name.startsWith(number)) ?? '' }),
      await release('0.0.3', { last }),
      await release('0.0.4', 'next'),
    ]
    const back = canGoBack ? [await release('0.0.2', { last: beforeLast })] : []
    const start = ({ main }: OtherRelease) => startProviderProcess(url, ENV, main)
    let serving = [await start(first)]
    const writers = await Promise.all(filled.writers.map((each) => findThings(each, serving[0]?.url ?? '')))
    const load = writeSteadily(writers, () => serving)
    await load.more()
    for (const following of [ours, next, ours, ...back]) {
      const before = serving
      const started = await start(following)
      // Both releases run for a while.
      serving = [...before, started]
      await load.more()
      serving = [started]
      await Promise.all(before.map((process) => process.stop()))
      await load.more()
    }
    await load.stop()
    await Promise.all(serving.map((process) => process.stop()))
    expect(load.faults).toEqual([])
    const { rows } = await sql<{
      name: string
    }>`select name from schema_changes order by 1`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual([...names, ...Object.keys(NEXT_RELEASE)])
    const customers = await sql`select 1 from customers where name = ${WRITTEN}`.execute(db)
    expect(customers.rows).toHaveLength(load.written.customerCreate)
    for (const { businessUuid } of writers) expect(await verifyBooks(db, businessUuid)).toEqual([])
    await close()
    await postgres.close()
  })
})

/** Finds a customer and a product of the business, to be named in invoices. */
async function findThings(writer: FilledDatabase['writers'][number], url: string): Promise<Writer> {
  const query = `query ($id: ID) { business(id: $id) {
    customers(pageSize: 1) { edges { node { id } } }
    products(pageSize: 1) { edges { node { id } } } } }`
  const { body } = await ask({ url: `${url}${GRAPHQL_PATH}` }, writer.token, query, {
    id: writer.businessId,
  })
  const { customers, products } = body.data.business
  return {
    ...writer,
    customerId: customers.edges[0].node.id,
    productId: products.edges[0].node.id,
  }
}
