// An authenticated GraphQL query through the BFF with every protection on, side by side with three other ways.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { bestPasses, measureDistinct, type DistinctPeople } from './bff/distinct.ts'
import { percentile, runClosedLoop, runOpenLoop } from './bff/load-generator.ts'
import { readProfile, type TimeShare } from './bff/profile.ts'
import { startRawProvider } from './bff/raw-provider.ts'
import { seedSessions, type BenchSession } from './bff/sessions.ts'
import { startSubject, type Subject } from './bff/subject.ts'
import { writeReport } from './bff/report.ts'

const SUBJECT_CORE = '1'
const LOAD_CORE = '0'
const SESSIONS = 500
const MANY_SESSIONS = Number(process.env['BENCH_MANY_SESSIONS'] ?? 100_000)
/** One query each, pass after pass; each way in a process of its own, so often. */
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 20_000)
const PEOPLE_ROUNDS = 2
const CONNECTIONS = 48
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4)
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const ONLY = process.env['BENCH_ONLY']?.split(',')

// Store, provider and load generator share one core; the measured process has the other one for itself. The young generation
// of the load generator is small, so that its garbage collections are short: otherwise it pauses for 10 ms each second, which
// would be measured.
const LOAD_FLAGS = ['--max-semi-space-size=1']
if (process.env['BENCH_PINNED'] !== '1' && cpus().length > 1) {
  const { status } = spawnSync(
    'taskset',
    ['-c', LOAD_CORE, process.execPath, ...LOAD_FLAGS, ...process.argv.slice(1)],
    {
      env: { ...process.env, BENCH_PINNED: '1' },
      stdio: 'inherit',
    },
  )
  process.exit(status ?? 1)
}

const DOCUMENT =
  'query Overview($businessId: ID!) { user { id defaultEmail } business(id: $businessId) { id name currency { code } customers(page: 1) { edges { node { id name } } } } }'
const HASH = createHash('sha256').update(DOCUMENT).digest('hex')
const ANSWER = JSON.stringify({
  data: {
    user: { id: 'VXNlcjox', defaultEmail: 'person@harbour.example' },
    business: {
      id: 'QnVzaW5lc3M6MQ==',
      name: 'Harbour & Sons',
      currency: { code: 'CAD' },
      customers: {
        edges: Array.from({ length: 24 }, (_, index) => ({
          node: { id: `QnVzaW5lc3M6MTtDdXN0b21lcjo${index}`, name: `Customer number ${index}` },
        })),
      },
    },
  },
})

/** The same question in the words of each way. */
function requestsFor(kind: 'ours' | 'others', sessions: readonly BenchSession[]): (index: number) => Buffer {
  const variables = { businessId: 'QnVzaW5lc3M6MQ==' }
  const body = JSON.stringify(
    kind === 'ours'
      ? {
          operationName: 'Overview',
          variables,
          extensions: { persistedQuery: { version: 1, sha256Hash: HASH } },
        }
      : { query: DOCUMENT, operationName: 'Overview', variables },
  )
  const buffers = sessions.map(({ cookie, connectionId }) =>
    Buffer.from(
      [
        'POST /graphql HTTP/1.1',
        'Host: localhost:3000',
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'Accept: application/graphql-response+json, application/json',
        'Accept-Language: en-GB,en;q=0.5',
        'Accept-Encoding: gzip, deflate, br, zstd',
        'Origin: http://localhost:3000',
        'Sec-Fetch-Dest: empty',
        'Sec-Fetch-Mode: cors',
        'Sec-Fetch-Site: same-origin',
        'x-counterfoil-request: 1',
        `x-counterfoil-connection: ${connectionId}`,
        `Cookie: counterfoil-browser=abcdefghijklmnopqrstuv; ${kind === 'ours' ? 'counterfoil-session' : 'usual'}=${cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    ),
  )
  return (index) => buffers[index % buffers.length] ?? Buffer.alloc(0)
}

interface Way {
  readonly name: 'ours' | 'bare' | 'usual' | 'usual-undici'
  readonly label: string
  readonly script: string
  readonly env?: Readonly<Record<string, string>>
}
const WAYS: readonly Way[] = [
  { name: 'ours', label: 'the BFF, every protection on', script: 'variant-ours.ts' },
  { name: 'bare', label: '(a) bare node:http + one Redis read + undici', script: 'variant-bare.ts' },
  {
    name: 'usual',
    label: '(b) express + express-session + connect-redis + http-proxy-middleware',
    script: 'variant-usual.ts',
  },
  {
    name: 'usual-undici',
    label: '(c) as (b), with undici',
    script: 'variant-usual.ts',
    env: { WITH: 'undici' },
  },
]

export interface HalfLoad {
  readonly ratePerSecond: number
  readonly directP99Ms: number
  readonly throughP99Ms: number
  /** p99 of the same rate through variant (a): the cost of any process in between on this machine. */
  readonly bareP99Ms: number
}

export interface Measured {
  readonly name: Way['name']
  readonly label: string
  readonly requestsPerSecond: number
  /** CPU time of the measured process; independent of other users of the machine. */
  readonly cpuMicrosPerRequest: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly busyShare: number
  readonly memoryMb: number
  readonly errors: number
}

async function measure(
  subject: Subject,
  way: Way,
  next: (index: number) => Buffer,
  seconds: number,
): Promise<Measured> {
  const cpuBefore = subject.cpuSeconds()
  const load = await runClosedLoop({
    ports: [subject.port],
    connections: CONNECTIONS,
    seconds,
    nextRequest: next,
  })
  const cpuSeconds = subject.cpuSeconds() - cpuBefore
  return {
    name: way.name,
    label: way.label,
    requestsPerSecond: load.requests / load.seconds,
    cpuMicrosPerRequest: (cpuSeconds / load.requests) * 1e6,
    p50Ms: percentile(load.latenciesMs, 0.5),
    p99Ms: percentile(load.latenciesMs, 0.99),
    busyShare: cpuSeconds / load.seconds,
    memoryMb: subject.memoryMb(),
    errors: load.errors,
  }
}

/** The least disturbed values of all rounds, each by itself: other work on the machine only ever makes them worse. */
function best(rounds: readonly Measured[]): Measured {
  const [first] = rounds
  if (first === undefined) throw new Error('nothing was measured')
  const lowest = (read: (round: Measured) => number) => Math.min(...rounds.map(read))
  const highest = (read: (round: Measured) => number) => Math.max(...rounds.map(read))
  return {
    ...first,
    requestsPerSecond: highest((round) => round.requestsPerSecond),
    cpuMicrosPerRequest: lowest((round) => round.cpuMicrosPerRequest),
    p50Ms: lowest((round) => round.p50Ms),
    p99Ms: lowest((round) => round.p99Ms),
    busyShare: highest((round) => round.busyShare),
    memoryMb: highest((round) => round.memoryMb),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  }
}

const profileOf = ({ name }: Way) =>
  process.env['BENCH_PROFILE'] === name
    ? ['--cpu-prof', '--cpu-prof-dir', process.env['BENCH_PROFILE_DIR'] ?? '.']
    : []

process.once('SIGINT', () => process.exit(1))
const say = (text: string) => void process.stdout.write(`${text}\n`)
const redis = await startRedis()
const provider = await startRawProvider(ANSWER)
const env = { REDIS_URL: redis.url, PROVIDER_URL: provider.url, DOCUMENT }
const admin = new Redis(redis.url)
const usedMemory = async () => Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1])

const ways = WAYS.filter(({ name }) => ONLY === undefined || ONLY.includes(name))
let people: readonly BenchSession[] = []

const peopleRounds = new Map<Way, DistinctPeople[]>()
for (let round = 0; round < PEOPLE_ROUNDS; round += 1) {
  // In turn from the front and from the back.
  for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
    await admin.flushall()
    people = await seedSessions(redis.url, SESSIONS + PEOPLE)
    const subject = await startSubject({
      ...{ script: way.script, cpus: SUBJECT_CORE, env: { ...env, ...way.env } },
      nodeArgs: profileOf(way),
    })
    const kind = way.name === 'ours' ? 'ours' : 'others'
    // Compilation in the first seconds is not part of the cost of a query.
    await measure(subject, way, requestsFor(kind, people.slice(0, SESSIONS)), 3)
    const nextRequest = requestsFor(kind, people.slice(SESSIONS))
    const measured = await measureDistinct({ subject, redis: admin, people: PEOPLE, nextRequest })
    peopleRounds.set(way, [...(peopleRounds.get(way) ?? []), measured])
    say(
      `${PEOPLE} people, ${way.name.padEnd(12)} ${measured.passes
        .map(
          ({ cpuMicros, redisMicros, redisCommands, errors }) =>
            `${cpuMicros.toFixed(0)} µs + ${redisMicros.toFixed(0)} µs Redis (${redisCommands.toFixed(1)} commands, ${errors} errors)`,
        )
        .join(', ')}, ${measured.memoryMb.toFixed(0)} MB`,
    )
    await subject.stop()
  }
}
const distinct = ways.map((way) => ({
  ...{ name: way.name, label: way.label },
  ...bestPasses(peopleRounds.get(way) ?? []),
}))
if (process.env['BENCH_HOT'] === '0') process.exit(0)
const sessions = people.slice(0, SESSIONS)

const subjects = new Map<Way, Subject>()
for (const way of ways) {
  subjects.set(
    way,
    await startSubject({
      script: way.script,
      cpus: SUBJECT_CORE,
      env: { ...env, ...way.env },
      nodeArgs: profileOf(way),
    }),
  )
}

const rounds = new Map<Way, Measured[]>()
for (const way of ways) {
  const subject = subjects.get(way)
  if (subject !== undefined)
    await measure(subject, way, requestsFor(way.name === 'ours' ? 'ours' : 'others', sessions), 3)
}
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) {
    const subject = subjects.get(way)
    if (subject === undefined) continue
    const next = requestsFor(way.name === 'ours' ? 'ours' : 'others', sessions)
    const measured = await measure(subject, way, next, ROUND_SECONDS)
    rounds.set(way, [...(rounds.get(way) ?? []), measured])
    say(
      `round ${round + 1} ${way.name.padEnd(12)} ${measured.requestsPerSecond.toFixed(0).padStart(6)}/s  ` +
        `${measured.cpuMicrosPerRequest.toFixed(0).padStart(5)} µs cpu  p99 ${measured.p99Ms.toFixed(2)} ms  ` +
        `busy ${(measured.busyShare * 100).toFixed(0)} %  errors ${measured.errors}`,
    )
  }
}
const results = ways.map((way) => best(rounds.get(way) ?? []))
const ours = results.find(({ name }) => name === 'ours')

let latency: HalfLoad | undefined
const oursWay = ways.find(({ name }) => name === 'ours')
const oursSubject = oursWay === undefined ? undefined : subjects.get(oursWay)
const bareWay = ways.find(({ name }) => name === 'bare')
const bareSubject = bareWay === undefined ? undefined : subjects.get(bareWay)
if (ours !== undefined && oursSubject !== undefined && ONLY === undefined) {
  const ratePerSecond = Math.round(ours.requestsPerSecond / 2)
  const common = { connections: CONNECTIONS, ratePerSecond, warmUpSeconds: 1, seconds: ROUND_SECONDS }
  const p99 = async (port: number, nextRequest: (index: number) => Buffer) =>
    percentile((await runOpenLoop({ ...common, port, nextRequest })).latenciesMs, 0.99)
  const direct: number[] = []
  const through: number[] = []
  const bare: number[] = []
  // A tail is disturbed more easily than a mean: more rounds, of which the best counts as everywhere here.
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    direct.push(await p99(Number(new URL(provider.url).port), requestsFor('others', sessions)))
    through.push(await p99(oursSubject.port, requestsFor('ours', sessions)))
    if (bareSubject !== undefined) bare.push(await p99(bareSubject.port, requestsFor('others', sessions)))
  }
  latency = {
    ratePerSecond,
    directP99Ms: Math.min(...direct),
    throughP99Ms: Math.min(...through),
    bareP99Ms: Math.min(...bare),
  }
  say(
    `half load ${ratePerSecond}/s: direct p99 ${latency.directP99Ms.toFixed(2)} ms, through the BFF p99 ${latency.throughP99Ms.toFixed(2)} ms`,
  )
}
for (const subject of subjects.values()) await subject.stop()

let many:
  | {
      readonly sessions: number
      readonly bytesPerConnection: number
      readonly bytesInAll: number
      readonly seedSeconds: number
      readonly measured: Measured
    }
  | undefined
let timeShares: readonly TimeShare[] = []
if (oursWay !== undefined && ONLY === undefined) {
  await admin.flushall()
  const before = await usedMemory()
  const seedStartedAt = performance.now()
  const manySessions = await seedSessions(redis.url, MANY_SESSIONS)
  const seedSeconds = (performance.now() - seedStartedAt) / 1000
  // The other ways' records are not ours.
  for await (const keys of admin.scanStream({ match: 'usual:*', count: 1000 }))
    if (keys.length > 0) await admin.unlink(...(keys as string[]))
  const bytesInAll = (await usedMemory()) - before
  const sample = manySessions.filter((_, index) => index % Math.ceil(MANY_SESSIONS / 200) === 0)
  const sizes = await Promise.all(
    sample.map(({ connectionId }) => admin.memory('USAGE', `connection:{${connectionId}}`)),
  )
  const bytesPerConnection = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / sizes.length
  const subject = await startSubject({ script: oursWay.script, cpus: SUBJECT_CORE, env })
  const next = requestsFor('ours', manySessions)
  await measure(subject, oursWay, next, 3)
  many = {
    sessions: MANY_SESSIONS,
    bytesPerConnection,
    bytesInAll,
    seedSeconds,
    measured: await measure(subject, oursWay, next, ROUND_SECONDS * 2),
  }
  await subject.stop()
  say(
    `${MANY_SESSIONS} sessions: ${bytesPerConnection.toFixed(0)} bytes per connection, ${(bytesInAll / MANY_SESSIONS).toFixed(0)} in all per person, ${many.measured.requestsPerSecond.toFixed(0)}/s, ${many.measured.memoryMb.toFixed(0)} MB`,
  )

  const profileDir = await mkdtemp(join(tmpdir(), 'counterfoil-profile-'))
  const profiled = await startSubject({
    script: oursWay.script,
    cpus: SUBJECT_CORE,
    env,
    nodeArgs: ['--cpu-prof', '--cpu-prof-dir', profileDir],
  })
  await measure(profiled, oursWay, requestsFor('ours', manySessions.slice(0, SESSIONS)), 6)
  await profiled.stop()
  timeShares = await readProfile(profileDir)
  await rm(profileDir, { recursive: true })
}

admin.disconnect()
provider.close()
await redis.close()
if (ONLY === undefined) {
  await writeReport({
    people: PEOPLE,
    distinct,
    results,
    rounds: ROUNDS,
    latency,
    many,
    timeShares,
    cores: cpus(),
  })
}
