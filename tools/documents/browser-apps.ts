import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../step.ts'

const DOCUMENT = join(ROOT, 'docs', 'browser-apps.md')

/** A row of the table: its number, what it says by hand, and its tests. */
const ROW = /^(\| (\d+) (?:\|[^|\n]*){3}\|).*$/gm

const TAG = /^\s*\/\/ browser-apps: ([\d, ]+)$/gm
/** The title of a test is the string that its function follows. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])+)\1,\s*(?:async )?\(/

/** Links to the tests of each row, from the comments `// browser-apps: 3, 5` in front of them. */
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

/** Returns the document with the tests of each row, which its other columns say by hand. */
export async function buildDocument(): Promise<string> {
  const [text, tests] = await Promise.all([readFile(DOCUMENT, 'utf8'), findTests()])
  return text.replaceAll(
    ROW,
    (_, byHand: string, number: string) => `${byHand} ${tests.get(Number(number))?.join(', ') ?? '–'} |`,
  )
}

if (import.meta.main) await writeFile(DOCUMENT, await buildDocument())
