// GraphQL calls with a Bearer token against the whole provider on PostgreSQL: what one core answers.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { percentile, runClosedLoop } from './bff/load-generator.ts'
import { startSubject } from './bff/subject.ts'
import type { Prepared } from './provider/variant.ts'

const SUBJECT_CORE = '1'
const LOAD_CORE = '0'
const CONNECTIONS = 32
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

if (process.env['BENCH_PINNED'] !== '1' && cpus().length > 1) {
  const { status } = spawnSync('taskset', ['-c', LOAD_CORE, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, BENCH_PINNED: '1' },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const DOCUMENTS = {
  'who am I': '{ user { id defaultEmail } }',
  'user and business': `query Overview {
    user { id defaultEmail firstName lastName }
    business { id name isArchived timezone currency { code symbol exponent } address { city province { name } country { name } } }
  }`,
  'a page of businesses':
    '{ businesses { edges { node { id name } } pageInfo { currentPage totalPages totalCount } } }',
  'is the token good': '{ __typename }',
}

const postgres = await startPostgres()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
const { url } = await postgres.createDatabase()
const preparedFile = join(folder, 'prepared.json')
const profile = process.env['BENCH_PROFILE_DIR']
const subject = await startSubject({
  script: '../provider/variant-ours.ts',
  cpus: SUBJECT_CORE,
  env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, CODES: '0', TOKENS: '500' },
  ...(profile === undefined ? {} : { nodeArgs: ['--cpu-prof', '--cpu-prof-dir', profile] }),
})
const { accessTokens } = JSON.parse(await readFile(preparedFile, 'utf8')) as Prepared

function requestsOf(query: string): (index: number) => Buffer {
  const body = JSON.stringify({ query })
  const requests = accessTokens.map((token) =>
    Buffer.from(
      [
        'POST /graphql/public HTTP/1.1',
        'Host: 127.0.0.1',
        'Accept: application/graphql-response+json, application/json',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    ),
  )
  return (index) => requests[index % requests.length] ?? Buffer.alloc(0)
}

const rows: {
  name: string
  perSecond: number
  cpuMicros: number
  p50Ms: number
  p99Ms: number
  errors: number
}[] = []
for (const [name, query] of Object.entries(DOCUMENTS)) {
  const nextRequest = requestsOf(query)
  const load = { ports: [subject.port], connections: CONNECTIONS, nextRequest }
  await runClosedLoop({ ...load, seconds: 2 })
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const cpuBefore = subject.cpuSeconds()
    const result = await runClosedLoop({ ...load, seconds: ROUND_SECONDS })
    rounds.push({
      name,
      perSecond: result.requests / result.seconds,
      cpuMicros: ((subject.cpuSeconds() - cpuBefore) / result.requests) * 1e6,
      p50Ms: percentile(result.latenciesMs, 0.5),
      p99Ms: percentile(result.latenciesMs, 0.99),
      errors: result.errors,
    })
  }
  const [best] = rounds.toSorted((one, other) => one.cpuMicros - other.cpuMicros)
  if (best === undefined) throw new Error('nothing was measured')
  rows.push(best)
  process.stdout.write(
    `${name.padEnd(22)} ${best.perSecond.toFixed(0)}/s ${best.cpuMicros.toFixed(0)} µs errors ${best.errors}\n`,
  )
}
const memoryMb = subject.memoryMb()
await subject.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true })

const markdown = `# GraphQL calls at the provider

Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model.trim()}). The provider has one core for itself; PostgreSQL and the load share the other. Every call looks its token up in
the database, is limited, measured, and noted for the application's developers; the request log is off. ${ROUNDS} rounds of ${ROUND_SECONDS} s, the one with the least processor time
counts. Repeat it with \`npm run bench -- provider-graphql\`.

| call | requests/s | processor time per request | p50 | p99 |
|---|--:|--:|--:|--:|
${rows.map((row) => `| ${row.name} | ${row.perSecond.toFixed(0)} | ${row.cpuMicros.toFixed(0)} µs | ${row.p50Ms.toFixed(1)} ms | ${row.p99Ms.toFixed(1)} ms |`).join('\n')}

Memory: ${memoryMb.toFixed(0)} MB.
`
const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(
  join(results, 'provider-graphql.json'),
  `${JSON.stringify({ node: process.version, rows, memoryMb }, undefined, 2)}\n`,
)
await writeFile(join(results, 'provider-graphql.md'), markdown)
if (rows.some(({ errors }) => errors > 0))
  throw new Error('some answers were not 200: the numbers do not count')
