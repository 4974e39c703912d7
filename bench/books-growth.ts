// Pages, filters, orders, balances and reports of a business with 1,000 invoices beside one with 100,000, each in its own
// database of the same PostgreSQL. Shows which costs grow with the books.
import { startPostgres } from '@counterfoil/testkit/postgres'
import { QUESTIONS } from './books/growth-questions.ts'
import { askBooks, startBooks, type Books } from './books/start-books.ts'
import { percentile } from './load/side-by-side.ts'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const SIZES = [1000, 100_000] as const
/** The number of warm-up calls, which prepare statements and fill caches on each of ten connections. */
const WARMING_CALLS = 20
const CALLS = Number(process.env['BENCH_CALLS'] ?? 60)
/** The longest time of a call with 100,000 invoices, in milliseconds. */
const GOAL_MS = 25
/** The number of calls on the page of results; the omitted ones are faster. */
const SHOWN = 20
/** A part of the names of the calls to measure. The results are stored only if all calls are measured. */
const MEASURED_NAMES = process.env['BENCH_CALL'] ?? ''

async function measure(
  { businessId, token, subject, invoices }: Books,
  ask: (invoices: number) => string,
): Promise<number> {
  const query = `{ business(id: "${businessId}") { ${ask(invoices)} } }`
  const startedAtMs = performance.now()
  await askBooks(subject.port, { token, body: JSON.stringify({ query }) })
  return performance.now() - startedAtMs
}

const postgres = await startPostgres()
const businesses: Books[] = []
for (const invoices of SIZES) {
  const { url } = await postgres.createDatabase()
  businesses.push(...(await startBooks({ databaseUrl: url, sizes: [invoices], cpus: '0-1' })))
}
const results: { readonly name: string; readonly smallMs: number; readonly largeMs: number }[] = []
for (const { name, ask } of QUESTIONS.filter((question) => question.name.includes(MEASURED_NAMES))) {
  const times = businesses.map(() => [] as number[])
  for (let call = 0; call < CALLS + WARMING_CALLS; call += 1)
    for (const [index, business] of businesses.entries()) {
      const tookMs = await measure(business, ask)
      if (call >= WARMING_CALLS) times[index]?.push(tookMs)
    }
  const [smallMs = 0, largeMs = 0] = times.map((own) => percentile(Float64Array.from(own).sort(), 0.2))
  results.push({ name, smallMs, largeMs })
  console.log(`${name.padEnd(70)} ${smallMs.toFixed(2)} ms ${largeMs.toFixed(2)} ms`)
}
for (const { subject } of businesses) await subject.stop()
await postgres.close()

const [small, large] = SIZES.map((size) => size.toLocaleString('en'))
const slowest = results.toSorted((one, other) => other.largeMs - one.largeMs).slice(0, SHOWN)
const page = `# Growth of the books

${MACHINE}, PostgreSQL beside it. The same calls to a business with ${small} invoices and, in another database, to one with
${large} (${(SIZES[1] * 3).toLocaleString('en')} postings), of 14 months each, one after the other; the fastest fifth of ${CALLS}: what else runs on the machine only adds. Goal: at most ${GOAL_MS} ms with ${large}. ${results.length} calls, the ${SHOWN} slowest below. Repeat it with \`npm run bench -- books-growth\`.

| call | ${small} | ${large} | growth |
|---|--:|--:|--:|
${formatRows(
  slowest.map(({ name, smallMs, largeMs }) => [
    ...[name, `${smallMs.toFixed(1)} ms`, `${largeMs.toFixed(1)} ms`, (largeMs / smallMs).toFixed(2)],
  ]),
)}
`
if (MEASURED_NAMES === '') await keepPage('books-growth', page)
const slow = results.filter(({ largeMs }) => largeMs > GOAL_MS)
if (slow.length > 0) {
  console.log(`Slower than the goal: ${slow.map(({ name }) => name).join('; ')}`)
  process.exitCode = 1
}
