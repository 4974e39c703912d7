import type { CpuInfo } from 'node:os'
import type { Costs } from '../capacity/estimate.ts'

export type Step = 'exchange' | 'refresh' | 'introspection'
export interface Way {
  readonly name: 'ours' | 'oidc-provider' | 'oauth2-server'
  readonly label: string
  readonly script: string
}
export interface MeasuredStep {
  readonly way: Way['name']
  readonly step: Step
  readonly requestsPerSecond: number
  /** CPU time of the measured process; independent of other users of the machine. */
  readonly cpuMicrosPerRequest: number
  /** Share of its core that the server used: less than 1 when the load or other work kept it waiting. */
  readonly coreShare: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  readonly memoryMb: number
}

const STEP_NAMES: Record<Step, string> = {
  exchange: 'code exchange',
  refresh: 'refresh',
  introspection: 'look at a Bearer token',
}

/** The round with the least processor time per request: the one that was disturbed least. */
function leastDisturbed(rounds: readonly MeasuredStep[]): MeasuredStep {
  const [first] = rounds.toSorted((one, other) => one.cpuMicrosPerRequest - other.cpuMicrosPerRequest)
  if (first === undefined) throw new Error('nothing was measured')
  return first
}

/** Returns the page of results, and the cost of a refresh. Of each server the round that was disturbed least counts. */
export function buildTokenReport(input: {
  readonly ways: readonly Way[]
  readonly steps: readonly Step[]
  readonly measured: readonly MeasuredStep[]
  readonly rounds: number
  readonly seconds: number
  readonly cores: readonly CpuInfo[]
}): { costs: Partial<Costs>; markdown: string } {
  const rows = input.steps.flatMap((step) =>
    input.ways.map((way) => {
      const rounds = input.measured.filter((one) => one.step === step && one.way === way.name)
      const best = leastDisturbed(rounds)
      return {
        step,
        way: way.name,
        label: way.label,
        requestsPerSecond: Math.max(...rounds.map((one) => one.requestsPerSecond)),
        cpuMicrosPerRequest: best.cpuMicrosPerRequest,
        perCoreSecond: 1e6 / best.cpuMicrosPerRequest,
        coreShare: Math.max(...rounds.map((one) => one.coreShare)),
        p50Ms: best.p50Ms,
        p99Ms: best.p99Ms,
        memoryMb: best.memoryMb,
      }
    }),
  )
  const comparisons = input.steps.map((step) => {
    const ours = rows.find((row) => row.step === step && row.way === 'ours')
    const ahead = rows
      .filter((row) => row.step === step && row.way !== 'ours')
      .map((row) => ({
        than: row.label,
        byRequests: (ours?.requestsPerSecond ?? Number.NaN) / row.requestsPerSecond,
        byProcessor: row.cpuMicrosPerRequest / (ours?.cpuMicrosPerRequest ?? Number.NaN),
      }))
    return { step, ahead }
  })
  const refresh = rows.find(({ step, way }) => step === 'refresh' && way === 'ours')
  const markdown = `# Codes and tokens, side by side

Node ${process.version} on ${input.cores.length} cores (${input.cores[0]?.model.trim()}). Each server has one core for itself; PostgreSQL and the load share the other.
All were measured in one run, in turn, ${input.rounds} rounds of ${input.seconds} s each, beginning with another one each time. Processor time is that of the round that needed least,
requests by the clock are those of the best round: other work on the machine can only make both worse. Where a server got less than its whole core, the clock says more about the
machine than about the server; what it answers in a second of processor time does not depend on that. Repeat it with \`npm run bench -- provider-tokens\`.

| step | server | requests per second of its core | processor time per request | requests/s by the clock | share of the core it got | p50 | p99 | memory |
|---|---|--:|--:|--:|--:|--:|--:|--:|
${rows
  .map(
    (row) =>
      `| ${STEP_NAMES[row.step]} | ${row.label} | ${row.perCoreSecond.toFixed(0)} | ${row.cpuMicrosPerRequest.toFixed(0)} µs | ${row.requestsPerSecond.toFixed(0)} | ${(row.coreShare * 100).toFixed(0)} % | ${row.p50Ms.toFixed(1)} ms | ${row.p99Ms.toFixed(1)} ms | ${row.memoryMb.toFixed(0)} MB |`,
  )
  .join('\n')}

| step | ahead of | on one core | by the clock |
|---|---|--:|--:|
${comparisons
  .flatMap(({ step, ahead }) =>
    ahead.map(
      (one) =>
        `| ${STEP_NAMES[step]} | ${one.than} | ${one.byProcessor.toFixed(2)} × | ${one.byRequests.toFixed(2)} × |`,
    ),
  )
  .join('\n')}

What is equal: the grant (authorization code, credentials in the body, opaque tokens, the refresh token stays, a refresh ends the access token before it, only digests are stored),
the database server, ten connections each, prepared statements, no request log.

What is not: ours does the rest of its work too: it notes each call for the application's developers and counts the use of the grant, keeps metrics and limits, and checks that the
person still belongs to the business and that its plan is active. The others' models are the shortest that hold the same promises. A Bearer token is asked about where each has a
place for it: at oidc-provider at its introspection endpoint, which checks the caller's credentials; at the other two in a route that answers the same members.
`
  return { costs: { harbourRefreshMicros: refresh?.cpuMicrosPerRequest ?? Number.NaN }, markdown }
}
