import { sql, type Kysely } from 'kysely'
import { byAmount, fillOf, functionsOf, LISTS, type List } from './014-stretches-of-invoices.ts'

const OPEN = `i.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`

const MORE_LISTS: readonly List[] = [
  byAmount({ name: 'AMOUNT_PAID', column: 'paid' }),
  {
    name: 'MODIFIED_AT',
    key: `(extract(epoch from i.modified_at) * 1000)::bigint`,
    first: '-9000000000000000000',
    from: `(i.modified_at, i.id) >= (timestamptz 'epoch' + greatest(at_key, 0) * interval '1 millisecond', at_id)`,
    order: 'i.modified_at, i.id',
  },
  { name: 'UNPAID', key: '0::bigint', first: '0', from: `${OPEN} and i.id >= at_id`, order: 'i.id' },
]

/** Also in the order of the last change and of what was paid; and what has to be paid, in the order of writing. */
const KEPT = {
  lists: [...LISTS, ...MORE_LISTS],
  state: `case when i.state in ('DRAFT', 'OVERPAID', 'PAID') then i.state else 'UNPAID' end`,
}

const STATEMENTS = [
  `delete from invoice_stretches`,
  ...functionsOf(KEPT),
  fillOf(KEPT),
  // What has to be paid, whatever its state: few of all that was ever written.
  `create index invoices_open on invoices (business_id, id) include (state, due_day)
    where deleted_at is null and state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`,
  `create index invoices_open_due_day on invoices (business_id, due_day, id) include (state)
    where deleted_at is null and state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
