// The dearest GraphQL calls that the limits let through, to the whole provider on the embedded database, which stops no
// statement: how long one of them takes. Ends with 1 where that is longer than a call may take on PostgreSQL.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { parseConfig } from '@counterfoil/provider/config'
import { LARGEST_NAME, seedLarge } from '@counterfoil/provider/demo/large/large-store'
import { LARGE_USER } from '@counterfoil/provider/demo/large/large-user'
import { createApp, createParts } from '@counterfoil/provider/provider'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { keepPage } from './keep-page.ts'

const INVOICES = Number(process.env['BENCH_INVOICES'] ?? 10_000)
const BUSINESSES = 30
const TIMES = 3
const WIDE_OPEN = '1000000000'

const config = parseConfig({
  PROVIDER_SECRET: 'a key of a measurement of thirty-two characters',
  PROVIDER_ADMIN_SOCKET: 'none',
  PROVIDER_LOG_LEVEL: 'silent',
  PROVIDER_SEED: 'demo',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: WIDE_OPEN,
  PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: WIDE_OPEN,
})
const clock = () => Date.now()
const logger = createLogger({ name: 'provider', level: 'silent' })
const deps = await createParts(
  { ...config, database: { kind: 'memory' } },
  { logger, clock, publicUrl: () => 'http://127.0.0.1' },
)
await seedLarge({
  db: deps.db,
  clock,
  size: { businesses: BUSINESSES, invoices: INVOICES },
  told: () => undefined,
})
const { token } = await deps.personalTokens.mint(LARGE_USER.id, { name: 'Measured' })
const { id: businessId } = await deps.db
  .selectFrom('businesses')
  .select('id')
  .where('name', '=', LARGEST_NAME)
  .executeTakeFirstOrThrow()
const server = createApp(deps, { isStopping: () => false }).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

const aliased = (count: number, of: (index: number) => string) =>
  `{ business(id: "${businessId}") { ${Array.from({ length: count }, (_, index) => `a${index}: ${of(index)}`).join(' ')} } }`
const ITEMS = `items { quantity product { name defaultSalesTaxes { name rate } } account { name balance }
  taxes { amount { value } salesTax { name rates { rate } } } }`
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** As many of a kind as the limits take: each gets a number, and becomes smaller until it is let through. */
const DOCUMENTS: Readonly<Record<string, (count: number) => string>> = {
  'counted filters that no index serves': (count) =>
    aliased(count, (index) => `invoices(invoiceNumber: "${1000 + index}") { pageInfo { totalCount } }`),
  'last pages, each in another order': (count) =>
    aliased(count, (index) => {
      const orders = ['CUSTOMER_NAME', 'STATUS', 'AMOUNT_DUE', 'TOTAL', 'DUE_AT', 'INVOICE_NUMBER']
      const sort = `${orders[index % orders.length]}_${index % 2 === 0 ? 'ASC' : 'DESC'}`
      return `invoices(page: ${Math.max(1, INVOICES / 50 - index)}, pageSize: 10, sort: [${sort}]) { edges { node { id } } }`
    }),
  'large pages with all that they name': (count) =>
    aliased(
      count,
      (index) => `invoices(page: ${index + 1}, pageSize: 200) { edges { node { total { value }
      customer { name outstandingAmount { value } overdueAmount { value } } ${ITEMS} } } }`,
    ),
  'transactions with their lines and accounts': (count) =>
    aliased(
      count,
      (index) => `transactions(page: ${index + 1}, pageSize: 200) { edges { node { date
      lines { amount account { name balance } } } } pageInfo { totalCount } }`,
    ),
  'profit and loss of fourteen months': (count) =>
    aliased(
      count,
      (index) => `profitAndLoss(from: "${day(430)}", to: "${day(index)}") { netProfit
        months { incomeLines { amount account { name } } expenseLines { amount account { name } } } }`,
    ),
  'balance sheets of as many days': (count) =>
    aliased(count, (index) => `balanceSheet(on: "${day(index)}") { assets equity assetLines { amount } }`),
  'aged receivables of as many days': (count) =>
    aliased(count, (index) => `agedReceivables(on: "${day(index)}") { total }`),
  'all businesses with what their customers owe': (count) =>
    `{ businesses(pageSize: ${count}) { edges { node { customers(pageSize: 250) { edges { node { name outstandingAmount { value } } }
      pageInfo { totalCount } } accounts(pageSize: 250) { edges { node { name balance } } } } } } }`,
}

type Answer = { readonly errors?: readonly { readonly message: string }[] }

/** One call; undefined when the limits refuse it. */
async function ask(query: string): Promise<{ readonly ms: number; readonly cpuMs: number } | undefined> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const response = await fetch(`http://127.0.0.1:${port}/graphql/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  const { errors = [] } = (await response.json()) as Answer
  const [ms, spent] = [performance.now() - startedAt, process.cpuUsage(before)]
  const [fault] = errors
  if (fault === undefined) return { ms, cpuMs: (spent.user + spent.system) / 1000 }
  if (/are allowed|Syntax Error/.test(fault.message)) return undefined
  throw new Error(fault.message)
}

const rows: { name: string; count: number; ms: number; cpuMs: number }[] = []
for (const [name, documentOf] of Object.entries(DOCUMENTS)) {
  let count = 99
  let first = await ask(documentOf(count))
  while (first === undefined && count > 1) {
    count = Math.floor(count * 0.9)
    first = await ask(documentOf(count))
  }
  if (first === undefined) throw new Error(`The limits refuse "${name}": it measures nothing.`)
  let best = first
  for (let time = 1; time < TIMES; time += 1) {
    const again = await ask(documentOf(count))
    if (again !== undefined && again.cpuMs < best.cpuMs) best = again
  }
  rows.push({ name, count, ...best })
  process.stdout.write(`${name.padEnd(50)} ${count} ${best.ms.toFixed(0)} ms ${best.cpuMs.toFixed(0)} cpu\n`)
}
server.close()
server.closeAllConnections()
await deps.close()

const budgetMs = config.graphql.maxStatementsMs
const markdown = `# Hostile documents on the embedded database

Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${BUSINESSES} businesses, ${INVOICES.toLocaleString('en')} invoices in the one that is asked about. Each document repeats one selection as often as the limits of a
call let it; the call of ${TIMES} that took least processor time. The whole provider is one process with its database, which stops no statement: the limits of a document are all that keeps a call short. Budget:
${budgetMs / 1000} s, what a call's statements may take on PostgreSQL. Repeat it with \`npm run bench -- hostile-documents\`.

| document | times | processor time | by the clock |
|---|--:|--:|--:|
${rows.map((row) => `| ${row.name} | ${row.count} | ${row.cpuMs.toFixed(0)} ms | ${row.ms.toFixed(0)} ms |`).join('\n')}
`
await keepPage('hostile-documents', markdown)
const slowest = rows.reduce((one, other) => (other.cpuMs > one.cpuMs ? other : one))
if (slowest.cpuMs > budgetMs) throw new Error(`"${slowest.name}" takes ${slowest.cpuMs.toFixed(0)} ms`)
