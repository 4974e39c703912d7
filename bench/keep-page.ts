import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const RESULTS = join(import.meta.dirname, 'results')

/** Writes a page of results, and its figures where others compute with them, to the files of that name in `results`; prints the page. */
export async function keepPage(name: string, page: string, figures?: unknown): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.md`), page)
  if (figures !== undefined)
    await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`)
  process.stdout.write(page)
}
