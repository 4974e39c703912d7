import { sql } from 'kysely'
import type { DatabaseTransaction } from '#database/database.ts'

/** A row by column name. Amounts may be bigints, instants may be dates. */
export type NewRow = Readonly<Record<string, unknown>>

/** Inserts any number of rows with the same columns, in one statement. */
export async function insertRows(
  trx: DatabaseTransaction,
  tableName: string,
  rows: readonly NewRow[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const table = sql.table(tableName)
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const json = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await sql`
    insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${json}::json)`.execute(trx)
}
