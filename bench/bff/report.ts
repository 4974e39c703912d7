import type { CpuInfo } from 'node:os'
import type { Measured } from '../bff-graphql.ts'
import { percentile, type LoadResult } from './load-generator.ts'

export interface ReportInput {
  readonly results: readonly Measured[]
  readonly rounds: number
  readonly latency:
    { readonly ratePerSecond: number; readonly direct: LoadResult; readonly through: LoadResult } | undefined
  readonly many:
    | {
        readonly sessions: number
        readonly bytesPerConnection: number
        readonly bytesInAll: number
        readonly seedSeconds: number
        readonly measured: Measured
      }
    | undefined
  readonly processes: readonly { readonly processes: number; readonly requestsPerSecond: number }[]
  readonly cores: readonly CpuInfo[]
}

const GOALS = { toBare: 0.7, toUsual: 2.2, addedP99Ms: 2, bytesPerConnection: 1536 }

/** The results as JSON and as a page. Ratios are of processor time per request, which other work does not distort. */
export function writeReport(input: ReportInput): { json: object; markdown: string } {
  const find = (name: Measured['name']) => input.results.find((result) => result.name === name)
  const [ours, bare, usual] = [find('ours'), find('bare'), find('usual')]
  if (ours === undefined || bare === undefined || usual === undefined) throw new Error('a way is missing')
  const toBare = bare.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
  const toUsual = usual.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
  const rateToBare = ours.requestsPerSecond / bare.requestsPerSecond
  const rateToUsual = ours.requestsPerSecond / usual.requestsPerSecond
  const directP99 =
    input.latency === undefined ? Number.NaN : percentile(input.latency.direct.latenciesMs, 0.99)
  const throughP99 =
    input.latency === undefined ? Number.NaN : percentile(input.latency.through.latenciesMs, 0.99)
  const addedP99Ms = throughP99 - directP99
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'not met')

  const goals = [
    ['of (a), by processor time', toBare.toFixed(2), `≥ ${GOALS.toBare}`, verdict(toBare >= GOALS.toBare)],
    [
      'of (a), by requests per second',
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
  const json = {
    node: process.version,
    machine: { cores: input.cores.length, model: input.cores[0]?.model },
    rounds: input.rounds,
    results: input.results,
    goals: {
      toBare,
      rateToBare,
      toUsual,
      rateToUsual,
      addedP99Ms,
      bytesPerConnection: input.many?.bytesPerConnection,
    },
    halfLoad: input.latency && { ratePerSecond: input.latency.ratePerSecond, directP99, throughP99 },
    manySessions: input.many,
    processes: input.processes,
  }
  const markdown = `# A GraphQL query through the BFF

Node ${process.version} on ${input.cores.length} cores (${input.cores[0]?.model.trim()}). What is measured has one core for itself; store, provider and load share the other.
All ways were measured in one run, in turn, ${input.rounds} times each; of each the round with the least processor time per request counts.
Repeat it with \`npm run bench -- bff-graphql\`.

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

Half load is ${input.latency?.ratePerSecond} requests/s: p99 ${directP99.toFixed(2)} ms to the provider directly, ${throughP99.toFixed(2)} ms through the BFF.

With ${input.many?.sessions} people signed in, one connection each: ${((input.many?.bytesInAll ?? 0) / 1e6).toFixed(0)} MB of Redis (${((input.many?.bytesInAll ?? 0) / (input.many?.sessions ?? 1)).toFixed(0)} bytes per person in all: session, connection, lists), ${input.many?.measured.requestsPerSecond.toFixed(0)} requests/s spread over all of them, ${input.many?.measured.memoryMb.toFixed(0)} MB in the BFF. Storing them took ${input.many?.seedSeconds.toFixed(0)} s.

| processes | requests/s |
|--:|--:|
${input.processes.map(({ processes, requestsPerSecond }) => `| ${processes} | ${requestsPerSecond.toFixed(0)} |`).join('\n')}

The processes share ${input.cores.length} cores with the store, the provider and the load.
`
  return { json, markdown }
}
