import { sql, type Kysely } from 'kysely'
import type { List } from './020-stretches-of-every-list.ts'
import { ALL, functionsOf, type KindlyListed } from './021-kinds-in-stretches.ts'

/** What each customer has, as it was written: it begins with a stretch of its own, so that both of its ends are known. */
const OF_CUSTOMER: List = {
  name: 'OF_CUSTOMER',
  key: 'i.customer_id',
  firstKey: 'i.customer_id',
  from: 'i.customer_id = at_key and i.id >= at_id',
  order: 'i.id',
}

const OF_CUSTOMERS: readonly KindlyListed[] = ALL.filter(
  ({ table }) => table === 'estimates' || table === 'invoices',
).map((listed) => ({ ...listed, lists: [...listed.lists, OF_CUSTOMER], hasManyBeginnings: true }))

const STATEMENTS = [
  ...OF_CUSTOMERS.flatMap(functionsOf),
  ...OF_CUSTOMERS.map(({ table }) => `select count_stretches_of_${table}(id) from businesses`),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
