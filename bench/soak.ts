// npm run soak: people use the whole while each of its parts is killed, twice at least; then everything that was promised is looked at.
import { keepPage } from './report/page.ts'
import type { StoreKind } from './soak/redis-parts.ts'
import { describeSoak } from './soak/report.ts'
import { runSoak, type SoakResult } from './soak/run-soak.ts'

const people = Number(process.env['SOAK_PEOPLE'] ?? 24)
const minutes = Number(process.env['SOAK_MINUTES'] ?? 0)
const seed = Number(process.env['SOAK_SEED'] ?? 1)
const parts = new RegExp(process.env['SOAK_PARTS'] ?? '')
const kinds = (process.env['SOAK_STORES'] ?? 'cluster,sentinel').split(',') as StoreKind[]

const results: SoakResult[] = []
let failures = 0
for (const kind of kinds) {
  const result = await runSoak({
    kind,
    people,
    minutes,
    seed,
    parts,
    say: (line) => console.log(line),
  }).catch((error: unknown) => {
    failures += 1
    console.error(`${kind}: the run did not reach its end.`, error)
  })
  if (result === undefined) continue
  results.push(result)
  for (const [problem, times] of Object.entries(result.problems))
    console.log(`PROBLEM × ${times}: ${problem}`)
}
const page = describeSoak(results, { people, note: process.env['SOAK_NOTE'] })
// Only a whole run is kept: all parts, both kinds of store.
if (failures === 0 && process.env['SOAK_PARTS'] === undefined && process.env['SOAK_STORES'] === undefined)
  await keepPage('soak', page)
else console.log(page)
// An open socket must not delay the exit.
process.exit(failures > 0 || results.some(({ problems }) => Object.keys(problems).length > 0) ? 1 : 0)
