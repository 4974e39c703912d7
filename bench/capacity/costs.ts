import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Costs } from './estimate.ts'

const RESULTS = join(import.meta.dirname, '../results')
const PAGES = ['bff-graphql', 'provider-tokens', 'provider-graphql', 'person-cost']
const COMMENT = /^<!-- costs (.*) -->$/m

/** Formats costs as a comment on a page of results. */
export function formatCosts(costs: Partial<Costs>): string {
  return `<!-- costs ${JSON.stringify(costs)} -->\n`
}

/** Reads the costs from the pages of the last measurements. */
export function readCosts(): Costs {
  const found = PAGES.map((name) => {
    const costs = COMMENT.exec(readFileSync(join(RESULTS, `${name}.md`), 'utf8'))?.[1]
    if (costs === undefined) throw new Error(`bench/results/${name}.md has no costs: measure it again.`)
    return JSON.parse(costs) as Partial<Costs>
  })
  return Object.assign({}, ...found) as Costs
}
