import { sql, type Kysely } from 'kysely'

/** Indexes for lists of invoices: in the order of customers' names, archived ones too, and state by state in the order of writing. */
const STATEMENTS = [
  `create index customers_by_name on customers (business_id, name_key, id)`,
  // As before, and it says by itself which of them are overdue.
  `create index invoices_state_written on invoices (business_id, state, id) include (due_day) where deleted_at is null`,
  `drop index invoices_state`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
