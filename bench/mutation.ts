// npm run bench -- mutation: changes the rules one place at a time and reports the changes that no pure test notices.
// BENCH_ONLY=packages/oauth/src,packages/bff/src/limits mutates these folders; the others keep their last results.
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { listRuleFolders, type RuleFolder } from './mutation/folders.ts'

const PAGE = join(import.meta.dirname, 'results', 'mutation.txt')
const ROOT = join(import.meta.dirname, '..')
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

/**
 * Runs every mutant of one folder against the pure tests that reach it.
 * @param previous The folder's survivors in the previous run, with their reasons.
 */
async function mutateFolder(
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
    // Stryker would rewrite the paths in it, although no mutant is compiled with tsc.
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
    const place = `- \`${relative(ROOT, mutant.fileName)}:`
    const change = `${quoted(cut(source, mutant.location))} → ${quoted(mutant.replacement ?? '')}`
    const reason = findReason(previous, place, change)
    survivors.push(`${place}${mutant.location.start.line}\` ${change}${reason}`)
  }
  const killed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  return { folder, mutants: killed + survivors.length, killed, survivors }
}

type Location = {
  readonly start: { readonly line: number; readonly column: number }
  readonly end: { readonly line: number; readonly column: number }
}

/** Returns the text of `source` at `location`; lines and columns count from 1. */
function cut(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}

/** The results of one folder, as a section of the results page. */
interface FolderResult {
  readonly folder: string
  readonly mutants: number
  readonly killed: number
  /** A Markdown list item for each surviving mutant, with the reason why it changes nothing if one was written. */
  readonly survivors: readonly string[]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const quoted = (text: string) => `\`${oneLine(text).slice(0, 120).replaceAll('`', 'ˋ')}\``

/** Returns the reason that the previous page gives for the same change in that file; empty if it gives none. */
function findReason(previous: readonly string[], place: string, change: string): string {
  const known = previous.find((item) => item.startsWith(place) && item.includes(change))
  return known?.slice(known.indexOf(change) + change.length) ?? ''
}

/** Returns the results page: a section per folder with its counts and survivors. {@link parseReport} reads it again. */
function formatReport(results: readonly FolderResult[]): string {
  const sections = results.flatMap(({ folder, mutants, killed, survivors }) => [
    `## ${folder}: ${killed} of ${mutants} killed`,
    '',
    ...survivors,
    ...(survivors.length === 0 ? [] : ['']),
  ])
  const [killed, mutants] = [sum(results.map((of) => of.killed)), sum(results.map((of) => of.mutants))]
  return [
    '# Mutants of the rules',
    '',
    `Each rule file is changed one place at a time. ${killed} of ${mutants} mutants were killed: a pure test failed, or hung, because of them.`,
    'The others are listed. Text after the colon is the reason why that change has no visible effect; write one here after reading a survivor, the next run keeps it.',
    'Repeat it with `npm run bench -- mutation`.',
    '',
    ...sections,
  ].join('\n')
}

/** Parses a page of {@link formatReport}. */
function parseReport(page: string): readonly FolderResult[] {
  return [...page.matchAll(/^## (.+): (\d+) of (\d+) killed\n\n((?:- .*\n)*)/gm)].map(
    ([, folder = '', killed, mutants, items = '']) => ({
      folder,
      killed: Number(killed),
      mutants: Number(mutants),
      survivors: items.split('\n').filter((item) => item !== ''),
    }),
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const folders = listRuleFolders()
const wanted = process.env['BENCH_ONLY']?.split(',') ?? folders.map(({ folder }) => folder)
const unknown = wanted.filter((name) => !folders.some(({ folder }) => folder === name))
if (unknown.length > 0) throw new Error(`not among the folders that are mutated: ${unknown.join(', ')}`)

const previous = parseReport(await readFile(PAGE, 'utf8'))
const results = new Map(previous.map((result) => [result.folder, result]))
for (const ruleFolder of folders.filter(({ folder }) => wanted.includes(folder))) {
  const result = await mutateFolder(ruleFolder, results.get(ruleFolder.folder)?.survivors ?? [])
  console.log(`${result.folder}: ${result.killed} of ${result.mutants} mutants were killed`)
  results.set(result.folder, result)
  const known = folders.flatMap(({ folder }) => results.get(folder) ?? [])
  await writeFile(PAGE, formatReport(known))
}
