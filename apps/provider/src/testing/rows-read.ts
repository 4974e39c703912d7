import { PostgresQueryCompiler, sql, type CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Database } from '#database/database.ts'

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Returns the number of rows that scans of tables and indexes read, including those they filtered out. */
function rowsReadBy(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + dropped) * node['Actual Loops']
  return own + (node.Plans ?? []).reduce((sum, below) => sum + rowsReadBy(below), 0)
}

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : `{${(value as readonly (number | string)[]).join(',')}}`
  return `'${text.replaceAll(`'`, `''`)}'`
}

/** Returns the result of a query in PostgreSQL and the number of rows that its statements read, each planned for any values. */
export async function readRows<Found>(
  db: Database,
  ask: (db: Database) => Promise<Found>,
): Promise<{ readonly found: Found; readonly rows: number }> {
  const statements: CompiledQuery[] = []
  const compiler = new PostgresQueryCompiler()
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(compiler.compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const found = await ask(db.withPlugin(watch))
  const rows = await db.connection().execute(async (connection) => {
    let read = 0
    for (const { sql: text, parameters } of statements) {
      const values = parameters.length === 0 ? '' : `(${parameters.map(literalOf).join(', ')})`
      await sql.raw(`prepare asked as ${text}`).execute(connection)
      const { rows: explained } = await sql
        .raw<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `explain (analyze, format json) execute asked ${values}`,
        )
        .execute(connection)
      await sql.raw('deallocate asked').execute(connection)
      read += explained[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + rowsReadBy(Plan), 0) ?? 0
    }
    return read
  })
  return { found, rows }
}
