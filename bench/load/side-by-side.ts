import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { runClosedLoop, type ClosedLoop } from './load-generator.ts'
import type { Subject } from './subject.ts'

/** True if processes are pinned to cores. On a shared machine an unpinned server is disturbed less, and disturbs others less. */
export const IS_PINNED = process.env['BENCH_PINNED'] !== '0'
/** The cores of the measured process, as `taskset -c` takes them. */
export const SUBJECT_CPUS = IS_PINNED ? '1' : `0-${cpus().length - 1}`
const LOAD_CPUS = '0'

/** Runs this program again on the core that store, database and load share; the measured process has the other core for itself. */
export function pinLoad(nodeFlags: readonly string[] = []): void {
  if (!IS_PINNED || process.env['BENCH_PINNED'] === '1' || cpus().length === 1) return
  const { status } = spawnSync(
    'taskset',
    ['-c', LOAD_CPUS, process.execPath, ...nodeFlags, ...process.argv.slice(1)],
    { env: { ...process.env, BENCH_PINNED: '1' }, stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}

/** The measurements of a server under a load. */
export interface LoadMeasure {
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  /** The processor time of the measured process per request; independent of other work on the machine. */
  readonly cpuMicros: number
  /** The share of its core that the server used: less than 1 if the load or other work kept it waiting. */
  readonly coreShare: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly memoryMb: number
}

export async function measureLoad(
  subject: Subject,
  load: Omit<ClosedLoop, 'port'>,
  restMs = 0,
): Promise<LoadMeasure> {
  const cpuBefore = subject.cpuSeconds()
  const { errors, seconds, latenciesMs } = await runClosedLoop({ ...load, port: subject.port })
  // Work that continues after the answers belongs to their cost.
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const cpuSeconds = subject.cpuSeconds() - cpuBefore
  return {
    requests: latenciesMs.length,
    errors,
    perSecond: latenciesMs.length / seconds,
    cpuMicros: (cpuSeconds / latenciesMs.length) * 1e6,
    coreShare: cpuSeconds / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    memoryMb: subject.memoryMb(),
  }
}

/** Returns the best value of each measurement over all rounds: other work on the machine only makes values worse. */
export function leastDisturbed(rounds: readonly LoadMeasure[]): LoadMeasure {
  const all = (key: keyof LoadMeasure) => rounds.map((round) => round[key])
  const sum = (key: keyof LoadMeasure) => all(key).reduce((total, value) => total + value, 0)
  return {
    requests: sum('requests'),
    errors: sum('errors'),
    perSecond: Math.max(...all('perSecond')),
    cpuMicros: Math.min(...all('cpuMicros')),
    coreShare: Math.max(...all('coreShare')),
    p50Ms: Math.min(...all('p50Ms')),
    p99Ms: Math.min(...all('p99Ms')),
    memoryMb: Math.max(...all('memoryMb')),
  }
}

/**
 * Measures all variants in turn, each round beginning with another one, and returns the least disturbed values of each.
 *
 * @param what The name of the measurement in the printed lines.
 * @throws Error if an answer was not 200, because the numbers would be invalid
 */
export async function measureInTurn<Way extends { readonly name: string }>(
  what: string,
  ways: readonly Way[],
  { rounds, measure }: { readonly rounds: number; readonly measure: (way: Way) => Promise<LoadMeasure> },
): Promise<readonly (Way & LoadMeasure)[]> {
  const measured = new Map<Way, LoadMeasure[]>(ways.map((way) => [way, []]))
  for (let round = 0; round < rounds; round += 1) {
    const first = round % ways.length
    for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
      const result = await measure(way)
      measured.get(way)?.push(result)
      console.log(
        `${what.padEnd(40)} round ${round + 1} ${way.name.padEnd(14)} ${result.perSecond.toFixed(0).padStart(6)}/s ` +
          `${result.cpuMicros.toFixed(0).padStart(6)} µs  p99 ${result.p99Ms.toFixed(2)} ms  errors ${result.errors}`,
      )
      if (result.errors > 0) throw new Error('some answers were not 200: the numbers do not count')
    }
  }
  return [...measured].map(([way, results]) => ({ ...way, ...leastDisturbed(results) }))
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
