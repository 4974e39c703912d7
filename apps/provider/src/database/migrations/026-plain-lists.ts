import { sql, type Kysely } from 'kysely'

const TABLES = ['customers', 'estimates', 'invoices', 'products', 'vendors'] as const
const stretchesOf = (table: string) => `${table.slice(0, -1)}_stretches`
const OPERATIONS = ['delete', 'insert', 'update'] as const
const FUNCTIONS = [
  ...TABLES.flatMap((table) => [
    ...OPERATIONS.map((operation) => `keep_${stretchesOf(table)}_after_${operation}`),
    `cut_stretch_of_${table}`,
    `count_stretches_of_${table}`,
  ]),
  ...['estimate', 'invoice'].flatMap((noun) =>
    OPERATIONS.map((operation) => `keep_${noun}_numbers_after_${operation}`),
  ),
  ...['move_stretches_of_customer', 'add_kinds', 'count_number_parts', 'parts_of_number'],
]

/** Removes the page index of lists: pages are read by OFFSET, totals are counted. The triggers go with their functions. */
const STATEMENTS = [
  ...FUNCTIONS.map((name) => `drop function ${name} cascade`),
  ...TABLES.map((table) => `drop table ${stretchesOf(table)}`),
  `drop table number_parts`,
]

/** Dropping a table locks the businesses that it refers to. */
export const alters = ['businesses', ...TABLES]

/** The older release reads the tables that are gone. */
export const isSafeForOlderReleases = false

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
