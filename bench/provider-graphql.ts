// Four GraphQL calls at the whole provider on PostgreSQL, beside bare graphql-yoga that answers the same from memory, with a check
// of the token and without one, and beside PostGraphile on the same tables: what one core answers.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { percentile, runClosedLoop } from './bff/load-generator.ts'
import { startSubject, type Subject } from './bff/subject.ts'
import { casesOf, type Case, type WayName } from './provider/graphql-cases.ts'
import { writeGraphqlReport, FEWEST_REQUESTS, type MeasuredCall } from './provider/graphql-report.ts'
import { providePostgraphile } from './provider/postgraphile.ts'

const SUBJECT_CORE = '1'
const LOAD_CORE = '0'
const CONNECTIONS = 8
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const LONGEST_ROUND_SECONDS = 60
/** Part of the names of the calls to measure; the results of all of them alone are kept. */
const MEASURED_NAMES = process.env['BENCH_CALL'] ?? ''
/** On a machine that others use, a server that may go where there is room disturbs less and is disturbed less. */
const IS_PINNED = process.env['BENCH_PINNED'] !== '0'

if (IS_PINNED && process.env['BENCH_PINNED'] !== '1' && cpus().length > 1) {
  const { status } = spawnSync('taskset', ['-c', LOAD_CORE, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, BENCH_PINNED: '1' },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
const subjectCpus = IS_PINNED ? SUBJECT_CORE : `0-${cpus().length - 1}`

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
const { url } = await postgres.createDatabase()
const preparedFile = join(folder, 'prepared.json')
const answersFile = join(folder, 'answers.json')
const start = async (script: string, env: Readonly<Record<string, string>> = {}): Promise<Subject> =>
  await startSubject({
    script,
    cpus: subjectCpus,
    env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, ...env },
  })

const ours = await start('../books/books-subject.ts', { BOOKS: '1000' })
const [prepared]: readonly { readonly businessId: string; readonly token: string }[] = JSON.parse(
  await readFile(preparedFile, 'utf8'),
)
if (prepared === undefined) throw new Error('no business was prepared')
const { businessId, token } = prepared

const headersOf = (body: string) => ({
  Host: '127.0.0.1',
  Accept: 'application/json',
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
})

/** Sends one call to one server and returns its answer; an answer with errors ends the measurement. */
async function ask(
  port: number,
  { path, body }: { readonly path: string; readonly body: string },
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: headersOf(body),
    body,
  })
  const { data, errors } = (await response.json()) as {
    readonly data: Readonly<Record<string, unknown>>
    readonly errors?: unknown
  }
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

const cases = casesOf(businessId)
const answered: Readonly<Record<string, unknown>>[] = []
for (const { requests } of cases) answered.push(await ask(ours.port, requests.ours))
// Two cases ask for the business: bare yoga has all of it.
const business = Object.assign({}, ...answered.map((data) => data['business']))
const answers = Object.assign({}, ...answered, { business })
await writeFile(answersFile, JSON.stringify(answers))
const ways: Readonly<Record<WayName, Subject>> = {
  ours,
  yoga: await start('../provider/variant-yoga.ts', { PREPARED_FILE: answersFile }),
  memory: await start('../provider/variant-yoga.ts', { PREPARED_FILE: answersFile, CHECKS_TOKEN: 'false' }),
  postgraphile: await start(providePostgraphile(), { GRAPHILE_ENV: 'production' }),
}

async function measure(
  way: WayName,
  { name, requests }: Case,
  seconds: number,
): Promise<MeasuredCall | undefined> {
  const [request, subject] = [requests[way], ways[way]]
  if (request === undefined) return undefined
  const headers = Object.entries(headersOf(request.body)).map(([header, value]) => `${header}: ${value}`)
  const sent = Buffer.from([`POST ${request.path} HTTP/1.1`, ...headers, '', request.body].join('\r\n'))
  const load = async (span: number) => {
    const cpuBefore = subject.cpuSeconds()
    const nextRequest = () => sent
    const options = { ports: [subject.port], connections: CONNECTIONS, nextRequest, seconds: span }
    return { ...(await runClosedLoop(options)), cpuSeconds: subject.cpuSeconds() - cpuBefore }
  }
  let result = await load(seconds)
  // A slow server, or a machine that others use, gets the time that it needs for numbers that say something.
  for (let span = seconds * 4; result.requests < FEWEST_REQUESTS && span < LONGEST_ROUND_SECONDS; span *= 4) {
    result = await load(span)
  }
  return {
    way,
    name,
    perSecond: result.requests / result.seconds,
    cpuMicros: (result.cpuSeconds / Math.max(1, result.requests)) * 1e6,
    p50Ms: percentile(result.latenciesMs, 0.5),
    p99Ms: percentile(result.latenciesMs, 0.99),
    requests: result.requests,
    errors: result.errors,
  }
}

const measured: MeasuredCall[] = []
const names = Object.keys(ways) as WayName[]
const measuredCases = cases.filter(({ name }) => name.includes(MEASURED_NAMES))
for (const each of measuredCases) {
  for (const way of names) {
    if (each.requests[way] !== undefined) await ask(ways[way].port, each.requests[way])
    await measure(way, each, 2)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another one begins each time.
    const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)]
    for (const way of order) {
      const found = await measure(way, each, ROUND_SECONDS)
      if (found === undefined) continue
      measured.push(found)
      process.stdout.write(
        `${each.name.padEnd(45)} ${way.padEnd(13)} ${found.perSecond.toFixed(0)}/s ${found.cpuMicros.toFixed(0)} µs errors ${found.errors}\n`,
      )
    }
  }
}
for (const subject of Object.values(ways)) await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

await writeGraphqlReport({
  cases: measuredCases,
  measured,
  rounds: ROUNDS,
  seconds: ROUND_SECONDS,
  isPinned: IS_PINNED,
  isWhole: MEASURED_NAMES === '',
})
if (measured.some(({ errors }) => errors > 0))
  throw new Error('some answers were not 200: the numbers do not count')
