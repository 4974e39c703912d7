// npm run bench -- call-limiter: one call counted by the provider's call limiter, with ever more live keys.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { createWindowCounter } from '@counterfoil/provider/graphql/limits/window-counter'

const LIVE_KEYS = [1_000, 10_000, 100_000, 1_000_000]
const CALLS = 200_000
const RESULTS = join(import.meta.dirname, 'results')

/** The first is the warm-up: its row is not kept. */
const [, ...rows] = [LIVE_KEYS[0] ?? 0, ...LIVE_KEYS].map((liveKeys) => {
  const counter = createWindowCounter()
  const keys = Array.from({ length: liveKeys }, (_, index) => `graphql:token:${index}`)
  const fillStartedAt = performance.now()
  for (const key of keys) counter.count(key, 0)
  const fillMicros = ((performance.now() - fillStartedAt) * 1_000) / liveKeys

  const took = new Float64Array(CALLS)
  for (let call = 0; call < CALLS; call += 1) {
    const key = keys[(call * 7_919) % liveKeys] ?? ''
    const startedAt = performance.now()
    counter.count(key, 1)
    took[call] = (performance.now() - startedAt) * 1_000
  }
  took.sort()
  const at = (share: number) => took[Math.floor(share * (CALLS - 1))] ?? Number.NaN
  const turnStartedAt = performance.now()
  counter.count('after a minute', 60_000)
  const turnMicros = (performance.now() - turnStartedAt) * 1_000
  return {
    liveKeys,
    newKeyMicros: fillMicros,
    p50Micros: at(0.5),
    p99Micros: at(0.99),
    turnMicros,
  }
})

const [cpu] = cpus()
const shown = (micros: number) => `${micros.toFixed(2)} µs`
const markdown = `# Counting one call, with ever more live keys

Node ${process.version} on ${cpus().length} cores (${cpu?.model.trim()}). ${CALLS.toLocaleString('en')} calls spread over all keys; each time includes reading the clock. "Turn" is the one
call in a minute that drops what is older. Repeat it with \`npm run bench -- call-limiter\`.

| live keys | a new key, mean | a known key, p50 | p99 | turn |
|--:|--:|--:|--:|--:|
${rows.map((row) => `| ${row.liveKeys.toLocaleString('en')} | ${shown(row.newKeyMicros)} | ${shown(row.p50Micros)} | ${shown(row.p99Micros)} | ${shown(row.turnMicros)} |`).join('\n')}
`
mkdirSync(RESULTS, { recursive: true })
writeFileSync(join(RESULTS, 'call-limiter.md'), markdown)
writeFileSync(
  join(RESULTS, 'call-limiter.json'),
  `${JSON.stringify({ node: process.version, machine: { cores: cpus().length, model: cpu?.model }, calls: CALLS, rows }, undefined, 2)}\n`,
)
process.stdout.write(markdown)
