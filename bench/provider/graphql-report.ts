import { cpus } from 'node:os'
import { keepPage } from '../keep-page.ts'
import { WAY_LABELS, type Case, type WayName } from './graphql-cases.ts'

export type MeasuredCall = {
  readonly way: WayName
  readonly name: string
  readonly perSecond: number
  /** CPU time of the measured process; independent of other users of the machine. */
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly requests: number
  readonly errors: number
}

/** Fewer requests give no result: processor time is counted in hundredths of a second. */
export const FEWEST_REQUESTS = 20

/** Writes the page of results. Of each server the round that was disturbed least counts. */
export async function writeGraphqlReport(input: {
  readonly cases: readonly Case[]
  readonly measured: readonly MeasuredCall[]
  readonly rounds: number
  readonly seconds: number
  readonly isPinned: boolean
  /** All cases were measured: else the report is printed and not kept. */
  readonly isWhole: boolean
}): Promise<void> {
  const { cases, measured, rounds, seconds, isPinned } = input
  const rows = cases.flatMap(({ name }) => {
    const of = measured.filter((call) => call.name === name && call.requests >= FEWEST_REQUESTS)
    return [...Map.groupBy(of, ({ way }) => way).values()].map((own) => {
      const best = own.reduce((one, other) => (other.cpuMicros < one.cpuMicros ? other : one))
      return {
        ...best,
        perCoreSecond: 1e6 / best.cpuMicros,
        perSecond: Math.max(...own.map((call) => call.perSecond)),
        p99Ms: Math.min(...own.map((call) => call.p99Ms)),
      }
    })
  })
  const ratios = rows
    .filter(({ way }) => way !== 'ours')
    .flatMap(({ name, way, perCoreSecond }) => {
      const ours = rows.find((row) => row.name === name && row.way === 'ours')
      return ours === undefined ? [] : [{ name, beside: way, times: ours.perCoreSecond / perCoreSecond }]
    })
  const [first] = cpus()
  const markdown = `# GraphQL calls at the provider, side by side

Node ${process.version} on ${cpus().length} cores (${first?.model.trim()}), PostgreSQL beside it, ten connections each, 1,000 invoices, 8 calls at a time. All were measured in one run, in turn,
${rounds} rounds of ${seconds} s each, beginning with another one each time. ${isPinned ? 'Each server has one core for itself; PostgreSQL and the load share the other.' : 'Measured while other work used the machine, so that no server had a core for itself.'}
Calls per second of a core are those of the round that needed least processor time; calls by the clock and the 99th percentile are the best round's: other work on the machine can only
make them worse. Repeat it with \`npm run bench -- provider-graphql\`.

| call | server | calls per second of its core | processor time per call | calls/s by the clock | p99 |
|---|---|--:|--:|--:|--:|
${rows.map((row) => `| ${row.name} | ${WAY_LABELS[row.way]} | ${row.perCoreSecond.toFixed(0)} | ${row.cpuMicros.toFixed(0)} µs | ${row.perSecond.toFixed(0)} | ${row.p99Ms.toFixed(1)} ms |`).join('\n')}

| call | this provider beside | on one core |
|---|---|--:|
${ratios.map(({ name, beside, times }) => `| ${name} | ${WAY_LABELS[beside]} | ${times.toFixed(2)} × |`).join('\n')}

Ours is the whole provider: each call has its token looked up, is limited, measured, and checked field by field against the scopes and against the plan of the business; the request log is off.
Bare yoga answers what ours answered, from memory: nothing is read or written. That which checks the token looks it up in the same database with the same statement. PostGraphile reads the same tables by the same
keys and checks nothing: no token, no scope, no plan; amounts stay minor units. It has no user of a token, writes rows but no books, and no reports: there it has no line.
`
  const invoices = rows.find(({ way, name }) => way === 'ours' && name.startsWith('45 invoices'))
  const costs = { harbourQueryMicros: invoices?.cpuMicros ?? Number.NaN }
  if (input.isWhole) await keepPage('provider-graphql', markdown, costs)
  else process.stdout.write(markdown)
}
