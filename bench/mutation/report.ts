interface Survivor {
  readonly file: string
  readonly line: number
  readonly original: string
  readonly replacement: string
}

/** One folder as a section of the results page. */
export interface FolderResult {
  readonly folder: string
  readonly mutants: number
  readonly killed: number
  /** A Markdown list item for each surviving mutant, with the reason why it changes nothing, if somebody wrote one. */
  readonly survivors: readonly string[]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const quoted = (text: string) => `\`${oneLine(text).slice(0, 120).replaceAll('`', 'ˋ')}\``

/** Returns the list item of a survivor, with the reason that the previous page gives for the same mutant of that file. */
export function formatSurvivor(survivor: Survivor, previous: readonly string[]): string {
  const { file, line, original, replacement } = survivor
  const change = `${quoted(original)} → ${quoted(replacement)}`
  const known = previous.find((item) => item.startsWith(`- \`${file}:`) && item.includes(change))
  const reason = known?.slice(known.indexOf(change) + change.length) ?? ''
  return `- \`${file}:${line}\` ${change}${reason}`
}

/** Returns the results page: a section per folder with its counts and survivors. {@link parseMutationReport} reads it again. */
export function formatMutationReport(results: readonly FolderResult[]): string {
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

/** Parses a page of {@link formatMutationReport}. */
export function parseMutationReport(page: string): readonly FolderResult[] {
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
