import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCosts } from './capacity/costs.ts'
import type { Costs } from './capacity/estimate.ts'

const RESULTS = join(import.meta.dirname, 'results')

/** Writes a page of results, with the costs that `capacity` reads from it as a comment at its end, and prints it. */
export async function keepPage(name: string, page: string, costs?: Partial<Costs>): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.md`), costs === undefined ? page : `${page}\n${formatCosts(costs)}`)
  process.stdout.write(page)
}
