// Measures the most expensive GraphQL calls that the limits allow, at the whole provider on the embedded database, which cancels no
// statement. Ends with 1 if one of them takes longer than a call may take on PostgreSQL.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LARGEST_NAME, seedLarge } from '@counterfoil/provider/demo/large/large-store'
import { LARGE_USER } from '@counterfoil/provider/demo/large/large-user'
import { createApp } from '@counterfoil/provider/provider'
import { daysAgo } from './books/start-books.ts'
import { openProvider, OPEN_LIMITS } from './provider/open-provider.ts'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const INVOICES = Number(process.env['BENCH_INVOICES'] ?? 10_000)
const BUSINESSES = 30
const TIMES = 3

const { parts, maxStatementsMs: budgetMs } = await openProvider({ ...OPEN_LIMITS, PROVIDER_SEED: 'demo' })
await seedLarge({
  db: parts.db,
  clock: () => Date.now(),
  size: { businesses: BUSINESSES, invoices: INVOICES },
  report: () => undefined,
})
const { token } = await parts.personalTokens.mint(LARGE_USER.id, { name: 'Measured' })
const { id: businessId } = await parts.db
  .selectFrom('businesses')
  .select('id')
  .where('name', '=', LARGEST_NAME)
  .executeTakeFirstOrThrow()
const server = createApp(parts, { isStopping: () => false }).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

const ITEMS = `items { quantity product { name defaultSalesTaxes { name rate } } account { name balance }
  taxes { amount { value } salesTax { name rates { rate } } } }`

/** Fields of the queried business: as many of one kind as the limits allow, each with its number. */
const FIELDS: Readonly<Record<string, (index: number) => string>> = {
  'counted filters that no index serves': (index) =>
    `invoices(invoiceNumber: "${1000 + index}") { pageInfo { totalCount } }`,
  'last pages, each in another order': (index) => {
    const orders = ['CUSTOMER_NAME', 'STATUS', 'AMOUNT_DUE', 'TOTAL', 'DUE_AT', 'INVOICE_NUMBER']
    const sort = `${orders[index % orders.length]}_${index % 2 === 0 ? 'ASC' : 'DESC'}`
    return `invoices(page: ${Math.max(1, INVOICES / 50 - index)}, pageSize: 10, sort: [${sort}]) { edges { node { id } } }`
  },
  'large pages with all that they name': (index) =>
    `invoices(page: ${index + 1}, pageSize: 200) { edges { node { total { value }
      customer { name outstandingAmount { value } overdueAmount { value } } ${ITEMS} } } }`,
  'transactions with their lines and accounts': (index) =>
    `transactions(page: ${index + 1}, pageSize: 200) { edges { node { date
      lines { amount account { name balance } } } } pageInfo { totalCount } }`,
  'profit and loss of fourteen months': (index) =>
    `profitAndLoss(from: "${daysAgo(430)}", to: "${daysAgo(index)}") { netProfit
      months { incomeLines { amount account { name } } expenseLines { amount account { name } } } }`,
  'balance sheets of as many days': (index) =>
    `balanceSheet(on: "${daysAgo(index)}") { assets equity assetLines { amount } }`,
  'aged receivables of as many days': (index) => `agedReceivables(on: "${daysAgo(index)}") { total }`,
}
type DocumentOf = (count: number) => string
const aliased =
  (fieldOf: (index: number) => string): DocumentOf =>
  (count) =>
    `{ business(id: "${businessId}") { ${Array.from({ length: count }, (_, index) => `a${index}: ${fieldOf(index)}`).join(' ')} } }`
const DOCUMENTS: readonly (readonly [name: string, documentOf: DocumentOf])[] = [
  ...Object.entries(FIELDS).map(([name, fieldOf]) => [name, aliased(fieldOf)] as const),
  [
    'all businesses with what their customers owe',
    (count) =>
      `{ businesses(pageSize: ${count}) { edges { node { customers(pageSize: 250) { edges { node { name outstandingAmount { value } } }
      pageInfo { totalCount } } accounts(pageSize: 250) { edges { node { name balance } } } } } } }`,
  ],
]

type Answer = { readonly errors?: readonly { readonly message: string }[] }

/** Sends one call; returns undefined if the limits refuse it. */
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
for (const [name, documentOf] of DOCUMENTS) {
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
await parts.close()

const markdown = `# Hostile documents on the embedded database

${MACHINE}, ${BUSINESSES} businesses, ${INVOICES.toLocaleString('en')} invoices in the one that is asked about. Each document repeats one selection as often as the limits of a
call let it; the call of ${TIMES} that took least processor time. The whole provider is one process with its database, which stops no statement: the limits of a document are all that keeps a call short. Budget:
${budgetMs / 1000} s, what a call's statements may take on PostgreSQL. Repeat it with \`npm run bench -- hostile-documents\`.

| document | times | processor time | by the clock |
|---|--:|--:|--:|
${formatRows(rows.map((row) => [row.name, row.count, `${row.cpuMs.toFixed(0)} ms`, `${row.ms.toFixed(0)} ms`]))}
`
await keepPage('hostile-documents', markdown)
const slowest = rows.reduce((one, other) => (other.cpuMs > one.cpuMs ? other : one))
if (slowest.cpuMs > budgetMs) throw new Error(`"${slowest.name}" takes ${slowest.cpuMs.toFixed(0)} ms`)
