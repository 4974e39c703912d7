// Throughput of one core for four GraphQL calls at the whole provider on PostgreSQL, beside bare graphql-yoga with the same answers
// from memory, with and without a check of the token, and beside PostGraphile on the same tables.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { askBooks, startBooks } from './books/start-books.ts'
import {
  IS_PINNED,
  measureInTurn,
  measureLoad,
  pinLoad,
  SUBJECT_CPUS,
  type LoadMeasure,
} from './load/side-by-side.ts'
import { startSubject, type Subject } from './load/subject.ts'
import { casesOf, type Call } from './provider/graphql-cases.ts'
import { providePostgraphile } from './provider/postgraphile.ts'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const CONNECTIONS = 8
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const LONGEST_ROUND_SECONDS = 60
/** The fewest requests that give a result: processor time is counted in hundredths of a second. */
const FEWEST_REQUESTS = 20
/** A part of the names of the calls to measure. The results are stored only if all calls are measured. */
const MEASURED_NAMES = process.env['BENCH_CALL'] ?? ''

pinLoad()

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
const { url } = await postgres.createDatabase()
const [books] = await startBooks({ databaseUrl: url, sizes: [1000], cpus: SUBJECT_CPUS })
if (books === undefined) throw new Error('no business was prepared')
const { businessId, token, subject: ours } = books

const cases = casesOf(businessId)
const answered: Readonly<Record<string, object>>[] = []
for (const { requests } of cases) answered.push(await askBooks(ours.port, { token, ...requests.ours }))
// Two cases query the business: bare yoga has the fields of both.
const business = Object.assign({}, ...answered.map((data) => data['business']))
const answersFile = join(folder, 'answers.json')
await writeFile(answersFile, JSON.stringify(Object.assign({}, ...answered, { business })))
const start = (script: string, env: Readonly<Record<string, string>>): Promise<Subject> =>
  startSubject(script, { cpus: SUBJECT_CPUS, env: { DATABASE_URL: url, PREPARED_FILE: answersFile, ...env } })
const YOGA = 'provider/variant-yoga.ts'
const ways = [
  { name: 'ours', label: 'this provider', subject: ours },
  { name: 'yoga', label: 'bare graphql-yoga that checks the token', subject: await start(YOGA, {}) },
  {
    name: 'memory',
    label: 'bare graphql-yoga, all from memory',
    subject: await start(YOGA, { CHECKS_TOKEN: 'false' }),
  },
  {
    name: 'postgraphile',
    label: 'PostGraphile 5',
    subject: await start(providePostgraphile(), { GRAPHILE_ENV: 'production' }),
  },
] as const
type Way = (typeof ways)[number]

async function measure(subject: Subject, { path, body }: Call, seconds: number): Promise<LoadMeasure> {
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`]
  const content = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  const sent = Buffer.from([...head, 'Accept: application/json', ...content, '', body].join('\r\n'))
  const load = { connections: CONNECTIONS, nextRequest: () => sent }
  let result = await measureLoad(subject, { ...load, seconds })
  // A slow server, or a busy machine, gets more time, so that the numbers are meaningful.
  for (let span = seconds * 4; result.requests < FEWEST_REQUESTS && span < LONGEST_ROUND_SECONDS; span *= 4)
    result = await measureLoad(subject, { ...load, seconds: span })
  return result
}

const results: { readonly name: string; readonly measured: readonly (Way & LoadMeasure)[] }[] = []
for (const { name, requests } of cases.filter((each) => each.name.includes(MEASURED_NAMES))) {
  const able = ways.flatMap((way) => {
    const call = requests[way.name]
    return call === undefined ? [] : [{ ...way, call }]
  })
  for (const { subject, call } of able) {
    await askBooks(subject.port, { token, ...call })
    await measure(subject, call, 2)
  }
  const measured = await measureInTurn(name, able, {
    rounds: ROUNDS,
    measure: ({ subject, call }) => measure(subject, call, ROUND_SECONDS),
  })
  results.push({ name, measured })
}
for (const { subject } of ways) await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

const oursIn = (measured: readonly (Way & LoadMeasure)[]) => measured.find(({ name }) => name === 'ours')
const page = `# GraphQL calls at the provider, side by side

${MACHINE}, PostgreSQL beside it, ten connections each, 1,000 invoices, ${CONNECTIONS} calls at a time. All were measured in one run, in turn,
${ROUNDS} rounds of ${ROUND_SECONDS} s each, beginning with another one each time. ${IS_PINNED ? 'Each server has one core for itself; PostgreSQL and the load share the other.' : 'Measured while other work used the machine, so that no server had a core for itself.'}
Of each value the best round counts: other work on the machine can only make it worse. Repeat it with \`npm run bench -- provider-graphql\`.

| call | server | calls per second of its core | processor time per call | calls/s by the clock | p99 |
|---|---|--:|--:|--:|--:|
${formatRows(
  results.flatMap(({ name, measured }) =>
    measured.map((way) => [
      ...[name, way.label, (1e6 / way.cpuMicros).toFixed(0), `${way.cpuMicros.toFixed(0)} µs`],
      ...[way.perSecond.toFixed(0), `${way.p99Ms.toFixed(1)} ms`],
    ]),
  ),
)}

| call | this provider beside | on one core |
|---|---|--:|
${formatRows(
  results.flatMap(({ name, measured }) =>
    measured
      .filter((way) => way.name !== 'ours')
      .map((way) => [
        ...[name, way.label],
        `${(way.cpuMicros / (oursIn(measured)?.cpuMicros ?? Number.NaN)).toFixed(2)} ×`,
      ]),
  ),
)}

Ours is the whole provider: each call has its token looked up, is limited, measured, and checked field by field against the scopes and against the plan of the business; the request log is off.
Bare yoga answers what ours answered, from memory: nothing is read or written. That which checks the token looks it up in the same database with the same statement. PostGraphile reads the same tables by the same
keys and checks nothing: no token, no scope, no plan; amounts stay minor units. It has no user of a token, writes rows but no books, and no reports: there it has no line.
`
const lists = results.find(({ name }) => name.startsWith('45 invoices'))?.measured ?? []
if (MEASURED_NAMES === '')
  await keepPage('provider-graphql', page, { harbourQueryMicros: oursIn(lists)?.cpuMicros ?? Number.NaN })
else console.log(page)
