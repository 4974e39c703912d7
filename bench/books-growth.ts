// Pages, filters, orders, balances and reports of a business with 1,000 invoices beside one with 100,000, each in its own
// database of the same PostgreSQL. Shows which costs grow with the books.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { percentile } from './bff/load-generator.ts'
import { startSubject } from './bff/subject.ts'
import { keepPage } from './keep-page.ts'

const SIZES = [1000, 100_000] as const
/** They prepare statements and fill caches, on each of ten connections. */
const WARMING_CALLS = 20
const CALLS = Number(process.env['BENCH_CALLS'] ?? 60)
/** The most a call may take with 100,000 invoices. */
const GOAL_MS = 25

const ITEMS = 'items { quantity unitPrice subtotal { value } taxes { amount { value } } }'
const list = (args: string, fields = 'id invoiceNumber status total { value }') =>
  `invoices(${args}) { edges { node { ${fields} } } }`
const counted = (args: string) =>
  `invoices(${args}) { edges { node { id } } pageInfo { totalCount totalPages } }`
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const transactions = (args: string) =>
  `transactions(${args}) { edges { node { date description lines { amount account { name } } } } }`
const ORDERS_OF_BOTH = [
  'AMOUNT_DUE',
  'AMOUNT_PAID',
  'CUSTOMER_NAME',
  'DUE_AT',
  'MODIFIED_AT',
  'STATUS',
  'TOTAL',
] as const
const INVOICE_ORDERS = [...ORDERS_OF_BOTH, 'INVOICE_DATE', 'INVOICE_NUMBER'] as const
const ESTIMATE_ORDERS = [...ORDERS_OF_BOTH, 'CREATED_AT', 'ESTIMATE_DATE', 'ESTIMATE_NUMBER'] as const
/** Share of estimates in each status, about. */
const ESTIMATE_STATUSES = [
  ['ACCEPTED', 1 / 6],
  ['ACTIVE', 1 / 6],
  ['DRAFT', 1 / 6],
  ['EXPIRED', 0.45],
  ['PAID', 0.2],
  ['PARTIAL', 0.2],
  ['UNPAID', 0.2],
] as const
const estimates = (args: string) =>
  `estimates(${args}, pageSize: 10) { edges { node { estimateNumber status } } }`
/** Queries for a business with so many invoices; each answer has the same number of entries in both. */
const QUESTIONS: Readonly<Record<string, (invoices: number) => string>> = {
  'the first page, with items and customers': () =>
    list('page: 1', `id invoiceNumber status customer { name } ${ITEMS}`),
  'the tenth page': () => list('page: 10'),
  'a page in the middle': (invoices) => list(`page: ${invoices / 20}, pageSize: 10`),
  ...Object.fromEntries(
    INVOICE_ORDERS.flatMap((order) => [
      [
        `a page in the middle, ordered by ${order}_DESC`,
        (invoices: number) => list(`page: ${invoices / 20}, pageSize: 10, sort: [${order}_DESC]`),
      ],
      [
        `three quarters in, ordered by ${order}_ASC`,
        (invoices: number) => list(`page: ${(invoices / 40) * 3}, pageSize: 10, sort: [${order}_ASC]`),
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ DRAFT: 0.05, OVERDUE: 0.1, PAID: 0.8, UNPAID: 0.1 }).map(([status, share]) => [
      `a page in the middle, of the status ${status}`,
      (invoices: number) =>
        list(`status: ${status}, page: ${Math.ceil((invoices * share) / 20)}, pageSize: 10`),
    ]),
  ),
  ...Object.fromEntries(
    ['PARTIAL', 'SENT', 'VIEWED'].map((status) => [
      `the first written of the status ${status}`,
      () => list(`status: ${status}, sort: [CREATED_AT_ASC], pageSize: 1`),
    ]),
  ),
  ...Object.fromEntries(
    ['ASC', 'DESC'].flatMap((way) => [
      [
        `a page in the middle of what has to be paid, by due day ${way}`,
        (invoices: number) =>
          list(`status: UNPAID, sort: [DUE_AT_${way}], page: ${invoices / 200}, pageSize: 10`),
      ],
      [
        `a page in the middle of what is overdue, by due day ${way}`,
        (invoices: number) =>
          list(`status: OVERDUE, sort: [DUE_AT_${way}], page: ${invoices / 200}, pageSize: 10`),
      ],
    ]),
  ),
  'a page in the middle of a year, by day': (invoices) =>
    list(
      `invoiceDateStart: "${day(365)}", sort: [INVOICE_DATE_ASC], page: ${Math.round(invoices / 25)}, pageSize: 10`,
    ),
  ...Object.fromEntries(
    ['CREATED_AT', 'MODIFIED_AT', 'NAME'].flatMap((order) =>
      ['customers', 'products'].map((noun) => [
        `a page in the middle of ${noun}, by ${order}`,
        (invoices: number) =>
          `${noun}(sort: [${order}_ASC], page: ${invoices / 200}, pageSize: 10) { edges { node { name } } }`,
      ]),
    ),
  ),
  'a page in the middle of vendors': (invoices) =>
    `vendors(page: ${invoices / 200}, pageSize: 10) { edges { node { name } } }`,
  'how many customers, products and estimates there are': () =>
    ['customers', 'products', 'estimates']
      .map((noun) => `${noun}(pageSize: 1) { pageInfo { totalCount } }`)
      .join(' '),
  ...Object.fromEntries(
    ESTIMATE_ORDERS.map((order) => [
      `a page in the middle of estimates, by ${order}`,
      (invoices: number) =>
        `estimates(sort: ${order}_DESC, page: ${invoices / 200}, pageSize: 10) { edges { node { estimateNumber } } }`,
    ]),
  ),
  ...Object.fromEntries(
    ESTIMATE_STATUSES.flatMap(([status, share]) => [
      [
        `a page in the middle of estimates that are ${status}`,
        (invoices: number) => estimates(`status: ${status}, page: ${Math.ceil((invoices * share) / 200)}`),
      ],
      [
        `how many estimates are ${status}`,
        () => `estimates(status: ${status}, pageSize: 1) { pageInfo { totalCount } }`,
      ],
    ]),
  ),
  'the first written of estimates that are SENT': () => estimates('status: SENT, sort: CREATED_AT_ASC'),
  'a page in the middle of estimates in a currency': (invoices) =>
    estimates(`currency: USD, page: ${invoices / 1000}`),
  'a page in the middle of products that were put away': (invoices) =>
    `products(isArchived: true, page: ${invoices / 200}, pageSize: 10) { edges { node { name } } }`,
  'a page in the middle of products that are sold, by NAME': (invoices) =>
    `products(isSold: true, sort: [NAME_ASC], page: ${Math.ceil(invoices / 400)}, pageSize: 10) { edges { node { name } } pageInfo { totalCount } }`,
  'how many products were put away': () =>
    'products(isArchived: true, pageSize: 1) { pageInfo { totalCount } }',
  ...Object.fromEntries(
    INVOICE_ORDERS.filter((order) => order !== 'STATUS').map((order) => [
      `a page in the middle of invoices in a currency, by ${order}`,
      (invoices: number) =>
        list(`currency: USD, sort: [${order}_DESC], page: ${invoices / 100}, pageSize: 10`),
    ]),
  ),
  'a page in the middle of a large customer, and how many': (invoices) =>
    `invoices(customerId: "2", page: ${invoices / 100}, pageSize: 10) { edges { node { id } } pageInfo { totalCount } }`,
  'a page in the middle of a large customer, first written first': (invoices) =>
    list(`customerId: "2", sort: [CREATED_AT_ASC], page: ${invoices / 100}, pageSize: 10`),
  'a page in the middle of a large customer, PAID': (invoices) =>
    list(`customerId: "2", status: PAID, page: ${invoices / 125}, pageSize: 10`),
  'a page in the middle, PAID and in a currency': (invoices) =>
    list(`status: PAID, currency: USD, page: ${invoices / 125}, pageSize: 10`),
  'a page in the middle, PAID, by TOTAL': (invoices) =>
    list(`status: PAID, sort: [TOTAL_DESC], page: ${invoices / 25}, pageSize: 10`),
  'a page in the middle, PAID, of a year, by day': (invoices) =>
    list(
      `status: PAID, invoiceDateStart: "${day(365)}", sort: [INVOICE_DATE_ASC], page: ${invoices / 40}, pageSize: 10`,
    ),
  'how many are PAID of a year': () => counted(`status: PAID, invoiceDateStart: "${day(365)}", pageSize: 1`),
  'a page in the middle, of nothing due': (invoices) =>
    list(`amountDue: "0", page: ${invoices / 25}, pageSize: 10`),
  'a page in the middle of transactions': (invoices) => transactions(`page: ${invoices / 25}, pageSize: 10`),
  'the last page': (invoices) => list(`page: ${invoices / 40}, pageSize: 40`),
  'how many there are': () => counted('pageSize: 1'),
  ...Object.fromEntries(
    INVOICE_ORDERS.map((order) => [`ordered by ${order}_DESC`, () => list(`sort: [${order}_DESC]`)]),
  ),
  ...Object.fromEntries(
    ['DRAFT', 'OVERDUE', 'PAID', 'PARTIAL', 'SENT', 'UNPAID', 'VIEWED'].map((status) => [
      `of the status ${status}, and how many`,
      () => counted(`status: ${status}, pageSize: 3`),
    ]),
  ),
  'of a customer, and how many': () => counted('customerId: "7"'),
  'how many of all days but the last week': () => counted(`invoiceDateEnd: "${day(7)}", pageSize: 1`),
  'how many changed since a year ago': () => counted(`modifiedAtAfter: "${day(365)}T00:00:00Z", pageSize: 1`),
  'with a digit in the number': () => list('invoiceNumber: "9"', 'id'),
  'with two digits in the number': () => list('invoiceNumber: "99", pageSize: 10', 'id'),
  'with this in the number': () => list('invoiceNumber: "997", pageSize: 1'),
  'how many have a digit in the number': () => counted('invoiceNumber: "9", pageSize: 1'),
  'how many have this in the number': () => counted('invoiceNumber: "997", pageSize: 1'),
  'with this amount due': () => list('amountDue: "22600", pageSize: 1'),
  'of nothing due': () => list('amountDue: "0"'),
  'of an amount due that none has': () => list('amountDue: "0.01"'),
  'of a day': () => list(`invoiceDateStart: "${day(100)}", invoiceDateEnd: "${day(100)}", pageSize: 1`),
  'of all days but the last week': () => list(`invoiceDateEnd: "${day(7)}"`),
  'since a year ago': () => list(`invoiceDateStart: "${day(365)}"`),
  'changed since a year ago': () => list(`modifiedAtAfter: "${day(365)}T00:00:00Z"`),
  'in a foreign currency': () => list('currency: EUR'),
  'what customers owe': () =>
    'customers(pageSize: 20) { edges { node { name outstandingAmount { value } overdueAmount { value } } } }',
  'the balances of accounts': () =>
    'accounts(pageSize: 45) { edges { node { name balance balanceInBusinessCurrency } } }',
  'the latest transactions': () => transactions('page: 1'),
  'transactions of an account': () => transactions('accountId: "1"'),
  'how many transactions there are': () =>
    'transactions(pageSize: 1) { edges { node { id } } pageInfo { totalCount } }',
  'profit and loss by month': () =>
    `profitAndLoss(from: "${day(365)}", to: "${day(0)}") { netProfit months { income expenses } }`,
  'balance sheet': () => 'balanceSheet { assets equity assetLines { amount account { name } } }',
  'aged receivables': () => 'agedReceivables { days1To30 credits }',
  'aged receivables of a hundred days ago': () => `agedReceivables(on: "${day(100)}") { days1To30 credits }`,
  ...Object.fromEntries(
    ['STATUS_DESC, INVOICE_DATE_ASC', 'CUSTOMER_NAME_ASC, TOTAL_DESC'].map((orders) => [
      `a page in the middle, by two orders: ${orders}`,
      (invoices: number) => list(`sort: [${orders}], page: ${invoices / 20}, pageSize: 10`),
    ]),
  ),
  'a page in the middle, UNPAID and in a currency since a year ago': (invoices) =>
    list(
      `status: UNPAID, currency: USD, invoiceDateStart: "${day(365)}", page: ${Math.ceil(invoices / 1000)}, pageSize: 10`,
    ),
  'cash by day of a year': () => `cashByDay(from: "${day(365)}", to: "${day(0)}") { opening closing }`,
  'cash by day': () => `cashByDay(from: "${day(90)}", to: "${day(0)}") { opening closing }`,
}

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))

/** A provider of its own for a business with so many invoices. */
async function startWith(invoices: number) {
  const { url } = await postgres.createDatabase()
  const preparedFile = join(folder, `prepared-${invoices}.json`)
  const subject = await startSubject({
    script: '../books/books-subject.ts',
    cpus: '0-1',
    env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, BOOKS: String(invoices) },
  })
  const [prepared]: readonly { readonly businessId: string; readonly token: string }[] = JSON.parse(
    await readFile(preparedFile, 'utf8'),
  )
  if (prepared === undefined) throw new Error('no business was prepared')
  return { ...prepared, subject, invoices }
}
const subjects: Awaited<ReturnType<typeof startWith>>[] = []
for (const invoices of SIZES) subjects.push(await startWith(invoices))

async function ask(
  { businessId, token, subject }: (typeof subjects)[number],
  question: string,
): Promise<number> {
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
/** Part of the names of the calls to measure; the results of all of them alone are kept. */
const MEASURED_NAMES = process.env['BENCH_CALL'] ?? ''
for (const [name, question] of Object.entries(QUESTIONS)) {
  if (!name.includes(MEASURED_NAMES)) continue
  const times: number[][] = SIZES.map(() => [])
  for (let call = 0; call < CALLS + WARMING_CALLS; call += 1) {
    for (const [index, subject] of subjects.entries()) {
      const ms = await ask(subject, question(subject.invoices))
      if (call >= WARMING_CALLS) times[index]?.push(ms)
    }
  }
  const [smallMs = 0, largeMs = 0] = times.map((own) => percentile(Float64Array.from(own).toSorted(), 0.2))
  rows.push({ name, smallMs, largeMs, growth: largeMs / smallMs })
  process.stdout.write(
    `${name.padEnd(45)} ${smallMs.toFixed(2)} ms ${largeMs.toFixed(2)} ms × ${(largeMs / smallMs).toFixed(2)}\n`,
  )
}
for (const { subject } of subjects) await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

/** Calls of the page: the others are faster. */
const SHOWN = 20
const slowest = rows.toSorted((one, other) => other.largeMs - one.largeMs).slice(0, SHOWN)
const markdown = `# Growth of the books

Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), PostgreSQL beside it. The same calls to a business with ${SIZES[0].toLocaleString('en')} invoices and, in another database, to one with
${SIZES[1].toLocaleString('en')} (${(SIZES[1] * 3).toLocaleString('en')} postings), of 14 months each, one after the other; the fastest fifth of ${CALLS}: what else runs on the machine only adds. Goal: at most ${GOAL_MS} ms with 100,000. ${rows.length} calls, the ${SHOWN} slowest below. Repeat it with \`npm run bench -- books-growth\`.

| call | ${SIZES[0].toLocaleString('en')} | ${SIZES[1].toLocaleString('en')} | growth |
|---|--:|--:|--:|
${slowest.map((row) => `| ${row.name} | ${row.smallMs.toFixed(1)} ms | ${row.largeMs.toFixed(1)} ms | ${row.growth.toFixed(2)} |`).join('\n')}
`
if (MEASURED_NAMES === '') await keepPage('books-growth', markdown)
const slow = rows.filter(({ largeMs }) => largeMs > GOAL_MS)
if (slow.length > 0) {
  process.stdout.write(`Slower than the goal: ${slow.map(({ name }) => name).join('; ')}\n`)
  process.exitCode = 1
}
