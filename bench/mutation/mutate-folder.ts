import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import type { RuleFolder } from './folders.ts'
import { formatSurvivor, type FolderResult } from './report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

/**
 * Runs every mutant of one folder against the pure tests that reach it.
 * @param previous The folder's survivors in the previous run, with their reasons.
 */
export async function mutateFolder(
  { folder, patterns }: RuleFolder,
  previous: readonly string[],
): Promise<FolderResult> {
  process.chdir(ROOT)
  const stryker = new Stryker({
    mutate: [...patterns],
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'bench/mutation/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['dots'],
    timeoutMS: 15_000,
    // It would rewrite the paths in it for a compiler that no mutant goes through.
    tsconfigFile: 'none',
    tempDirName: '.cache/stryker',
    ignorePatterns: ['.cache', '.data', 'bench/results', 'apps/*/dist'],
    allowEmpty: true,
  })
  const mutants = await stryker.runMutationTest()
  const sources = new Map<string, string>()
  const survivors: string[] = []
  for (const mutant of mutants.filter(({ status }) => UNNOTICED.includes(status))) {
    const source = sources.get(mutant.fileName) ?? (await readFile(mutant.fileName, 'utf8'))
    sources.set(mutant.fileName, source)
    const survivor = {
      file: relative(ROOT, mutant.fileName),
      line: mutant.location.start.line,
      original: cut(source, mutant.location),
      replacement: mutant.replacement ?? '',
    }
    survivors.push(formatSurvivor(survivor, previous))
  }
  const killed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  return { folder, mutants: killed + survivors.length, killed, survivors }
}

type Location = {
  readonly start: { readonly line: number; readonly column: number }
  readonly end: { readonly line: number; readonly column: number }
}

/** The text of `source` at `location`; lines count from 1, columns from 1. */
function cut(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}
