import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../step.ts'

const DOCUMENT = join(ROOT, 'docs', 'browser-apps.md')

/** A row of the table: its number, its hand-written columns, and its tests. */
const ROW = /^(\| (\d+) (?:\|[^|\n]*){3}\|).*$/gm

const TAG = /^\s*\/\/ browser-apps: ([\d, ]+)$/gm
/** The title of a test: the string before its function. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])+)\1,\s*(?:async )?\(/

/** Returns links to the tests of each row, from the comments `// browser-apps: 3, 5` above the tests. */
async function findTests(): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, string[]>()
  const files: string[] = []
  for await (const file of glob('{apps,packages}/*/src/**/*.test.ts', { cwd: ROOT })) files.push(file)
  for (const file of files.toSorted()) {
    const text = await readFile(join(ROOT, file), 'utf8')
    for (const match of text.matchAll(TAG)) {
      const [, , title = ''] = TITLE.exec(text.slice(match.index)) ?? []
      const link = `["${title}"](../${file.replaceAll('\\', '/')})`
      for (const row of (match[1] ?? '').split(','))
        found.set(Number(row), [...(found.get(Number(row)) ?? []), link])
    }
  }
  return found
}

/** Returns the document with the tests of each row; its other columns are written by hand. */
export async function buildDocument(): Promise<string> {
  const [text, tests] = await Promise.all([readFile(DOCUMENT, 'utf8'), findTests()])
  return text.replaceAll(
    ROW,
    (_, byHand: string, number: string) => `${byHand} ${tests.get(Number(number))?.join(', ') ?? '–'} |`,
  )
}

if (import.meta.main) await writeFile(DOCUMENT, await buildDocument())
