import { join } from 'node:path'

export const CAPACITY_PAGE = join(import.meta.dirname, '../../docs/capacity.md')

const [BEGIN, END] = ['<!-- of bench/results -->', '<!-- end -->']

/** Returns the page with its tables replaced by these. */
export function putTables(page: string, tables: string): string {
  const from = page.indexOf(BEGIN) + BEGIN.length
  const to = page.indexOf(END)
  if (from < BEGIN.length || to < from) throw new Error(`The page has no ${BEGIN} … ${END}.`)
  return `${page.slice(0, from)}\n\n${tables}\n\n${page.slice(to)}`
}
