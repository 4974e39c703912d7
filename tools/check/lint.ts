/** Lints all files. Rules that need types run only on files whose result may differ from that of the last run without faults. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { findAffected, readPackages, readSources } from './source-graph.ts'
import {
  chooseTyped,
  digestsOf,
  findChanged,
  LINT_MEMORY,
  readShown,
  recall,
  remember,
} from './source-memory.ts'
import { bin, program, readIfThere, ROOT } from '../step.ts'

/** Files whose change may change the result for any file. */
const SETTINGS = [
  '.oxlintrc.json',
  'pnpm-lock.yaml',
  'tools/check/lint.ts',
  '{.,*,*/*}/{tsconfig*,package}.json',
  'packages/tsconfig/*.json',
]

const read = (file: string): string | undefined => readIfThere(join(ROOT, file))
const sources = readSources(ROOT)
const settings = new Map(globSync(SETTINGS, { cwd: ROOT }).map((file) => [file, read(file) ?? '']))
const digests = digestsOf(new Map([...sources, ...settings]))
const remembered = recall(LINT_MEMORY)
const changed = findChanged({ ...digests, ...digestsOf(readShown(sources, read)) }, remembered)
const isWhole =
  changed.some((file) => /json$|yaml$|check\/lint\.ts$/.test(file)) || Object.keys(remembered).length === 0
const packages = readPackages(ROOT)
const typed = [...chooseTyped(changed, (files) => findAffected(files, sources, packages))]
const chosen = typed.filter((file) => sources.has(file))
const runs = isWhole ? [['--type-aware']] : chosen.length === 0 ? [[]] : [[], ['--type-aware', ...chosen]]

/** Options for a change of generated files alone, which leaves no file to lint. */
const NONE_IS_FINE = ['--no-error-on-unmatched-pattern']
let isGood = true
for (const args of runs) {
  const { code, output } = await program(bin('oxlint'), ['--deny-warnings', ...NONE_IS_FINE, ...args])
  if (code === 0) continue
  isGood = false
  console.log(output)
}
// In the first run tsc writes the declarations at the same time.
if (isGood) remember(LINT_MEMORY, { ...digests, ...digestsOf(readShown(sources, read)) })
process.exitCode = isGood ? 0 : 1
