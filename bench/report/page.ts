import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { formatCosts } from '../capacity/costs.ts'
import type { Costs } from '../capacity/estimate.ts'

const RESULTS = join(import.meta.dirname, '../results')

/** Writes a page of results, with the costs that `capacity` reads as a comment at its end, and prints the page. */
export async function keepPage(name: string, page: string, costs?: Partial<Costs>): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.md`), costs === undefined ? page : `${page}\n${formatCosts(costs)}`)
  process.stdout.write(page)
}

/** The machine of a measurement, for the first line of its page of results. */
export const MACHINE = `Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model.trim()})`

/** Returns the rows of a Markdown table. */
export function formatRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A row for one goal: its name, the measured and the wanted value, and whether it was met. */
export type GoalRow = readonly [goal: string, measured: string, wanted: string, isMet: boolean]

/** Returns the table of goals. */
export function formatGoals(goals: readonly GoalRow[]): string {
  const rows = goals.map(([goal, measured, wanted, isMet]) => [
    ...[goal, measured, wanted],
    isMet ? 'met' : 'not met',
  ])
  return `| goal | measured | wanted | |\n|---|--:|--:|---|\n${formatRows(rows)}`
}
