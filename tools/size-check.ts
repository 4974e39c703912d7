import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importedSpecifiers } from './boundaries.ts'
import { findImporters, readPackages, readSources } from './source-graph.ts'
import { ROOT } from './step.ts'

/**
 * The size of each part, hand-written sources without tests, test help and generated files. Each number is what was reached: lower it
 * after a cut. A commit that raises one says what a user gets for it.
 */
const BUDGETS: Readonly<Record<string, Size>> = {
  'apps/provider': { lines: 52_970, exports: 38, usedOnce: 36, manyImports: 89, folder: 25 },
  'apps/web': { lines: 26_740, exports: 32, usedOnce: 33, manyImports: 59, folder: 30 },
  'apps/bff': { lines: 870, exports: 28, usedOnce: 71, manyImports: 3, folder: 7 },
  'packages/bff': { lines: 18_770, exports: 42, usedOnce: 36, manyImports: 39, folder: 36 },
  'packages/react': { lines: 560, exports: 51, usedOnce: 46, manyImports: 0, folder: 13 },
  packages: { lines: 5345, exports: 67, usedOnce: 14, manyImports: 0, folder: 35 },
  'tools/pack': { lines: 190, exports: 11, usedOnce: 50, manyImports: 0, folder: 2 },
  tools: { lines: 5700, exports: 34, usedOnce: 33, manyImports: 3, folder: 68 },
  bench: { lines: 6400, exports: 16, usedOnce: 24, manyImports: 8, folder: 19 },
}

/** Words of all documents, without code blocks and the marks of tables: lower it after a cut. */
const MOST_WORDS = 30_560
const DOCUMENTS = ['README.md', 'docs/**/*.md', '{apps,packages}/*/README.md', 'bench/*.md']

type Size = {
  readonly lines: number
  /** Per 1,000 lines. */
  readonly exports: number
  /** Files that exactly one other imports, of a hundred. */
  readonly usedOnce: number
  /** Files with more than ten imports. */
  readonly manyImports: number
  /** Sources in the fullest folder. */
  readonly folder: number
}

const OTHER = /\.(?:test|spec|d)\.tsx?$|\.deep\.|\/(?:testing|generated|testkit|e2e)\/|^[^/]+$/
const sources = readSources(ROOT)
const importers = findImporters(sources, readPackages(ROOT))

/** Returns the part that `file` belongs to: the one with the longest name. */
function partOf(file: string): string | undefined {
  return Object.keys(BUDGETS)
    .filter((part) => file.startsWith(`${part}/`))
    .toSorted((one, other) => other.length - one.length)[0]
}

function sizeOf(part: string): Size {
  const files = [...sources].filter(([file]) => partOf(file) === part && !OTHER.test(file))
  const count = (measure: (text: string, file: string) => number) =>
    files.reduce((sum, [file, text]) => sum + measure(text, file), 0)
  const lines = count((text) => text.split('\n').length - 1)
  const importersOf = (path: string) =>
    new Set((importers.get(path) ?? []).map(({ file }) => file).filter((file) => !OTHER.test(file)))
  const folders = Map.groupBy(files, ([file]) => dirname(file)).values()
  return {
    lines,
    exports: Math.round((count((text) => text.match(/^export (?!\{)/gm)?.length ?? 0) * 1000) / lines),
    usedOnce: Math.round((count((_, file) => Number(importersOf(file).size === 1)) * 100) / files.length),
    manyImports: count((text) => Number(importedSpecifiers(text).length > 10)),
    folder: Math.max(...[...folders].map(({ length }) => length)),
  }
}

let faults = 0
for (const [part, budget] of Object.entries(BUDGETS)) {
  const size = sizeOf(part)
  for (const key of Object.keys(budget) as readonly (keyof Size)[]) {
    if (size[key] <= budget[key]) continue
    faults += 1
    console.log(`${part}: ${key} ${size[key]}, at most ${budget[key]} (tools/size-check.ts).`)
  }
}
const words = globSync(DOCUMENTS, { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, ''))
  .map((text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
  .reduce((sum, count) => sum + count, 0)
if (words > MOST_WORDS) {
  faults += 1
  console.log(`documents: ${words} words, at most ${MOST_WORDS} (tools/size-check.ts).`)
}
process.exitCode = faults === 0 ? 0 : 1
