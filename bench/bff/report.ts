import type { CpuInfo } from 'node:os'
import type { HalfLoad, Measured } from '../bff-graphql.ts'
import { keepPage } from '../keep-page.ts'
import type { DistinctPeople } from './distinct.ts'
import type { TimeShare } from './profile.ts'

interface ReportInput {
  readonly people: number
  readonly distinct: readonly (DistinctPeople & Pick<Measured, 'name' | 'label'>)[]
  readonly results: readonly Measured[]
  readonly rounds: number
  readonly latency: HalfLoad | undefined
  readonly many:
    | {
        readonly sessions: number
        readonly bytesPerConnection: number
        readonly bytesInAll: number
        readonly seedSeconds: number
        readonly measured: Measured
      }
    | undefined
  readonly timeShares: readonly TimeShare[]
  readonly cores: readonly CpuInfo[]
}

const GOALS = {
  firstToBare: 2,
  laterToBare: 1.5,
  firstRedisMicros: 30,
  toBare: 0.85,
  toUsual: 2.2,
  addedP99Ms: 2,
  bytesPerConnection: 1536,
}

/** The results as JSON and as a page. Ratios are of processor time per request, which other work does not distort. */
export async function writeReport(input: ReportInput): Promise<void> {
  const find = (name: Measured['name']) => input.results.find((result) => result.name === name)
  const [ours, bare, usual] = [find('ours'), find('bare'), find('usual')]
  if (ours === undefined || bare === undefined || usual === undefined) throw new Error('a way is missing')
  const toBare = bare.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
  const toUsual = usual.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
  const rateToBare = ours.requestsPerSecond / bare.requestsPerSecond
  const rateToUsual = ours.requestsPerSecond / usual.requestsPerSecond
  const directP99 = input.latency?.directP99Ms ?? Number.NaN
  const throughP99 = input.latency?.throughP99Ms ?? Number.NaN
  const addedP99Ms = throughP99 - directP99
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'not met')

  const passOf = (name: Measured['name'], pass: number) =>
    input.distinct.find((way) => way.name === name)?.passes[pass]
  const cpuToBare = (pass: number) =>
    (passOf('ours', pass)?.cpuMicros ?? Number.NaN) / (passOf('bare', pass)?.cpuMicros ?? Number.NaN)
  const redisMicros = passOf('ours', 0)?.redisMicros ?? Number.NaN
  const laterToBare = Math.max(cpuToBare(1), cpuToBare(2))

  const goals = [
    [
      'first query of a person, times (a), by processor time',
      cpuToBare(0).toFixed(2),
      `≤ ${GOALS.firstToBare}`,
      verdict(cpuToBare(0) <= GOALS.firstToBare),
    ],
    [
      'later ones of different people, times (a), by processor time',
      laterToBare.toFixed(2),
      `≤ ${GOALS.laterToBare}`,
      verdict(laterToBare <= GOALS.laterToBare),
    ],
    [
      'Redis, of a first query',
      `${redisMicros.toFixed(0)} µs`,
      `≤ ${GOALS.firstRedisMicros} µs`,
      verdict(redisMicros <= GOALS.firstRedisMicros),
    ],
    [
      'hot: of (a), by processor time',
      toBare.toFixed(2),
      `≥ ${GOALS.toBare}`,
      verdict(toBare >= GOALS.toBare),
    ],
    [
      'hot: of (a), by requests per second',
      rateToBare.toFixed(2),
      `≥ ${GOALS.toBare}`,
      verdict(rateToBare >= GOALS.toBare),
    ],
    [
      'times (b), by processor time',
      toUsual.toFixed(2),
      `≥ ${GOALS.toUsual}`,
      verdict(toUsual >= GOALS.toUsual),
    ],
    [
      'times (b), by requests per second',
      rateToUsual.toFixed(2),
      `≥ ${GOALS.toUsual}`,
      verdict(rateToUsual >= GOALS.toUsual),
    ],
    [
      'added p99 at half load',
      `${addedP99Ms.toFixed(2)} ms`,
      `< ${GOALS.addedP99Ms} ms`,
      verdict(addedP99Ms < GOALS.addedP99Ms),
    ],
    [
      'Redis per connection',
      `${input.many?.bytesPerConnection.toFixed(0)} bytes`,
      `< ${GOALS.bytesPerConnection} bytes`,
      verdict((input.many?.bytesPerConnection ?? Number.NaN) < GOALS.bytesPerConnection),
    ],
  ]
  const markdown = `# A GraphQL query through the BFF

Node ${process.version} on ${input.cores.length} cores (${input.cores[0]?.model.trim()}). What is measured has one core for itself; store, provider and load share the other.
All ways were measured in one run, in turn, ${input.rounds} times each; of each value the best round counts, because other work on the machine only ever makes it worse.
Repeat it with \`npm run bench -- bff-graphql\`.

## Different people, one query each

${input.people.toLocaleString('en')} people in turn, three times; processor time of the process + of Redis for a query. The first time the process has seen none of them.

| way | first | second | third | Redis commands, first (those of scripts too) | memory afterwards |
|---|--:|--:|--:|--:|--:|
${input.distinct
  .map(({ label, passes, memoryMb }) =>
    [
      '',
      label,
      ...passes.map((pass) => `${pass.cpuMicros.toFixed(0)} + ${pass.redisMicros.toFixed(0)} µs`),
      passes[0]?.redisCommands.toFixed(1),
      `${memoryMb.toFixed(0)} MB`,
      '',
    ].join(' | '),
  )
  .map((line) => line.trim())
  .join('\n')}

What a day has more: each person comes from another address (all of these from one), and who was away for longer than a minute costs a write of their
connection, which notes when it was last used and read.

## 500 people who ask again and again

| way | requests/s | processor time per request | p50 | p99 (full load) | memory |
|---|--:|--:|--:|--:|--:|
${input.results
  .map(
    (result) =>
      `| ${result.label} | ${result.requestsPerSecond.toFixed(0)} | ${result.cpuMicrosPerRequest.toFixed(0)} µs | ${result.p50Ms.toFixed(2)} ms | ${result.p99Ms.toFixed(2)} ms | ${result.memoryMb.toFixed(0)} MB |`,
  )
  .join('\n')}

| goal | measured | wanted | |
|---|--:|--:|---|
${goals.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

Half load is ${input.latency?.ratePerSecond} requests/s: p99 ${directP99.toFixed(2)} ms to the provider directly, ${throughP99.toFixed(2)} ms through the BFF, ${input.latency?.bareP99Ms.toFixed(2)} ms through (a). Requests come in bursts of a millisecond each, whatever comes back, and a latency counts from when its request was due.

With ${input.many?.sessions} people signed in, one connection each: ${((input.many?.bytesInAll ?? 0) / 1e6).toFixed(0)} MB of Redis (${((input.many?.bytesInAll ?? 0) / (input.many?.sessions ?? 1)).toFixed(0)} bytes per person in all: session, connection, lists), ${input.many?.measured.requestsPerSecond.toFixed(0)} requests/s spread over all of them, ${input.many?.measured.memoryMb.toFixed(0)} MB in the BFF. Storing them took ${input.many?.seedSeconds.toFixed(0)} s.

## Where the time goes

Of the processor time of one query in the BFF (sampled under full load):

| where | share |
|---|--:|
${input.timeShares.map(({ where, share }) => `| ${where} | ${(share * 100).toFixed(1)} % |`).join('\n')}

The largest part is the kernel's: a query is written three times (to the store, to the provider, to the browser).
`
  await keepPage(
    'bff-graphql',
    markdown,
    input.many && {
      bffQueryMicros: input.many.measured.cpuMicrosPerRequest,
      redisBytes: input.many.bytesInAll / input.many.sessions,
    },
  )
}
