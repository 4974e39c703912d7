import { EQUIVALENT } from './equivalent.ts'
import { HELD_ELSEWHERE } from './held-elsewhere.ts'

export interface Survivor {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

export interface FolderResult {
  readonly folder: string
  readonly mutants: number
  readonly killed: number
  readonly survivors: readonly Survivor[]
}

/** Why this survivor is no fault of the tests; undefined when nobody has said so. */
function reasonOf(survivor: Survivor): string | undefined {
  return EQUIVALENT[survivor.file]?.find(
    ({ original, replacement }) =>
      oneLine(survivor.original) === original && oneLine(survivor.replacement) === replacement,
  )?.why
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const quoted = (text: string) =>
  `\`${oneLine(text).slice(0, 120).replaceAll('`', 'ˋ').replaceAll('|', '\\|')}\``

/**
 * The page of results: a table by folder, then every survivor.
 * @param notRun Folders of rules without a result.
 */
export function formatMutationReport(results: readonly FolderResult[], notRun: readonly string[]): string {
  const rows = results.map(({ folder, mutants, killed, survivors }) => {
    const equivalent = survivors.filter((survivor) => reasonOf(survivor) !== undefined).length
    return `| \`${folder}\` | ${mutants} | ${killed} | ${survivors.length} | ${equivalent} | ${percent(killed, mutants)} |`
  })
  const all = results.flatMap(({ survivors }) => survivors)
  const read = all.filter((survivor) => reasonOf(survivor) !== undefined)
  const open = all.filter((survivor) => reasonOf(survivor) === undefined)
  return [
    '# Mutants of the rules',
    '',
    'Each rule file is changed one place at a time; a mutant is killed when a pure test fails, or hangs, because of it.',
    'A survivor that was read and found to change nothing anyone can see is called equivalent; it still counts as a survivor.',
    '',
    '| folder | mutants | killed | survived | of them equivalent | killed |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    ...(notRun.length === 0 ? [] : [`Not run yet: ${notRun.map((name) => `\`${name}\``).join(', ')}.`, '']),
    '## Held by other tests',
    '',
    'Files of these folders that are no rules, and the tests that hold them.',
    '',
    ...Object.entries(HELD_ELSEWHERE).map(
      ([file, tests]) => `- \`${file}.ts\`: ${tests.map((test) => `\`${test}\``).join(', ')}`,
    ),
    '',
    '## Survivors that were read and are equivalent',
    '',
    ...read.map((survivor) => `- ${line(survivor)}: ${reasonOf(survivor) ?? ''}`),
    '',
    '## Other survivors',
    '',
    ...open.map((survivor) => `- ${line(survivor)}`),
    '',
  ].join('\n')
}

function line({ file, line: at, original, replacement }: Survivor): string {
  return `\`${file}:${at}\` ${quoted(original)} → ${quoted(replacement)}`
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
