import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const RESULTS = join(import.meta.dirname, 'results')

/** Writes a page of results to the file of that name in `results`, and prints it. */
export async function keepPage(name: string, page: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.md`), page)
  process.stdout.write(page)
}
