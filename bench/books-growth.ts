// Pages, filters, orders and balances of a business with 1,000 invoices beside one with 100,000 on the same PostgreSQL: what
// grows with the books, and what does not.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { percentile } from './bff/load-generator.ts'
import { startSubject } from './bff/subject.ts'

const SIZES = [1000, 100_000] as const
const CALLS = Number(process.env['BENCH_CALLS'] ?? 60)
/** More is a failure: something is read that grows with the books. */
const LARGEST_GROWTH = 1.5

const ITEMS = 'items { quantity unitPrice subtotal { value } taxes { amount { value } } }'
const list = (args: string, fields = 'id invoiceNumber status total { value }') =>
  `invoices(${args}) { edges { node { ${fields} } } }`
const counted = (args: string) =>
  `invoices(${args}) { edges { node { id } } pageInfo { totalCount totalPages } }`
const QUESTIONS: Readonly<Record<string, string>> = {
  'the first page, with items and customers': list(
    'page: 1',
    `id invoiceNumber status customer { name } ${ITEMS}`,
  ),
  'the tenth page': list('page: 10'),
  'how many there are': counted('pageSize: 1'),
  ...Object.fromEntries(
    [
      'AMOUNT_DUE',
      'AMOUNT_PAID',
      'CUSTOMER_NAME',
      'DUE_AT',
      'INVOICE_DATE',
      'INVOICE_NUMBER',
      'MODIFIED_AT',
      'STATUS',
      'TOTAL',
    ].map((order) => [`ordered by ${order}_DESC`, list(`sort: [${order}_DESC]`)]),
  ),
  ...Object.fromEntries(
    ['DRAFT', 'OVERDUE', 'PAID', 'PARTIAL', 'SENT', 'UNPAID', 'VIEWED'].map((status) => [
      `of the status ${status}, and how many`,
      counted(`status: ${status}, pageSize: 45`),
    ]),
  ),
  'of a customer': list('customerId: "7"'),
  'with this in the number': list('invoiceNumber: "997"'),
  'with this amount due': list('amountDue: "22600"'),
  'of nothing due': list('amountDue: "0.01"'),
  'of a day': list('invoiceDateStart: "2020-01-01", invoiceDateEnd: "2020-01-01"'),
  'in a foreign currency': list('currency: EUR'),
  'what customers owe':
    'customers(pageSize: 45) { edges { node { name outstandingAmount { value } overdueAmount { value } } } }',
  'the balances of accounts':
    'accounts(pageSize: 45) { edges { node { name balance balanceInBusinessCurrency } } }',
}

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
const { url } = await postgres.createDatabase()
const preparedFile = join(folder, 'prepared.json')
const subject = await startSubject({
  script: '../books/books-subject.ts',
  cpus: '0-1',
  env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, BOOKS: SIZES.join(',') },
})
const prepared: readonly { readonly businessId: string; readonly token: string }[] = JSON.parse(
  await readFile(preparedFile, 'utf8'),
)

async function ask(index: number, question: string): Promise<number> {
  const { businessId, token } = prepared[index] ?? { businessId: '', token: '' }
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${subject.port}/graphql/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: `{ business(id: "${businessId}") { ${question} } }` }),
  })
  const { errors } = (await response.json()) as { readonly errors?: readonly { readonly message: string }[] }
  if (errors !== undefined) throw new Error(`${question}: ${errors[0]?.message}`)
  return performance.now() - from
}

const rows = []
for (const [name, question] of Object.entries(QUESTIONS)) {
  const times: number[][] = SIZES.map(() => [])
  for (let call = 0; call < CALLS + 10; call += 1) {
    for (const [index] of SIZES.entries()) {
      const ms = await ask(index, question)
      // The first calls prepare statements and fill caches.
      if (call >= 10) times[index]?.push(ms)
    }
  }
  const [smallMs = 0, largeMs = 0] = times.map((own) => percentile(Float64Array.from(own).toSorted(), 0.5))
  rows.push({ name, smallMs, largeMs, growth: largeMs / smallMs })
  process.stdout.write(
    `${name.padEnd(45)} ${smallMs.toFixed(2)} ms ${largeMs.toFixed(2)} ms × ${(largeMs / smallMs).toFixed(2)}\n`,
  )
}
await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

const markdown = `# Growth of the books

Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), PostgreSQL beside it. The same calls to a business with ${SIZES[0].toLocaleString('en')} invoices and to one with
${SIZES[1].toLocaleString('en')} (${(SIZES[1] * 3).toLocaleString('en')} postings), of 14 months each, one after the other; the median of ${CALLS}. Goal: less than ${LARGEST_GROWTH} times. Repeat it with \`npm run bench -- books-growth\`.

| call | ${SIZES[0].toLocaleString('en')} | ${SIZES[1].toLocaleString('en')} | growth |
|---|--:|--:|--:|
${rows.map((row) => `| ${row.name} | ${row.smallMs.toFixed(1)} ms | ${row.largeMs.toFixed(1)} ms | ${row.growth.toFixed(2)} |`).join('\n')}
`
const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(
  join(results, 'books-growth.json'),
  `${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`,
)
await writeFile(join(results, 'books-growth.md'), markdown)
const grown = rows.filter(({ growth }) => growth >= LARGEST_GROWTH)
if (grown.length > 0) {
  process.stdout.write(`Grew with the books: ${grown.map(({ name }) => name).join('; ')}\n`)
  process.exitCode = 1
}
