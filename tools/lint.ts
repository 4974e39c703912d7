/** Lints everything; the rules that ask for types, where something changed since the last run without a fault. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAffected, readPackages, readSources } from './source-graph.ts'
import { digestsOf, findChanged, recall, remember } from './source-memory.ts'
import { bin, program, ROOT } from './step.ts'

const MEMORY = join(ROOT, '.cache', 'lint.json')
/** A change of one of these may change what is found in any file. */
const SETTINGS = [
  '.oxlintrc.json',
  'pnpm-lock.yaml',
  'tools/lint.ts',
  '{.,*,*/*}/{tsconfig*,package}.json',
  'packages/tsconfig/*.json',
]

const sources = readSources(ROOT)
const settings = new Map(
  globSync(SETTINGS, { cwd: ROOT }).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)
const digests = digestsOf(new Map([...sources, ...settings]))
const remembered = recall(MEMORY)
const changed = findChanged(digests, remembered)
const isWhole =
  changed.some((file) => /json$|yaml$|tools\/lint\.ts$/.test(file)) || Object.keys(remembered).length === 0
const affected = [...findAffected(changed, sources, readPackages(ROOT))].filter((file) => sources.has(file))
const runs = isWhole ? [['--type-aware']] : affected.length === 0 ? [[]] : [[], ['--type-aware', ...affected]]

let isGood = true
for (const args of runs) {
  const { code, output } = await program(bin('oxlint'), ['--deny-warnings', ...args])
  if (code === 0) continue
  isGood = false
  console.log(output)
}
if (isGood) remember(MEMORY, digests)
process.exitCode = isGood ? 0 : 1
