import { sql, type Kysely } from 'kysely'
import { ACCOUNTS } from './base/accounts.ts'
import { AUTHORIZATION } from './base/authorization.ts'
import { CATALOGUE } from './base/catalogue.ts'
import { ESTIMATES } from './base/estimates.ts'
import { INVOICES } from './base/invoices.ts'
import { MESSAGES } from './base/messages.ts'
import { PEOPLE } from './base/people.ts'
import { RECEIVABLES } from './base/receivables.ts'
import { TOTALS } from './base/totals.ts'

/** Creates every table of the provider, as the first 32 migrations left them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const all = [PEOPLE, AUTHORIZATION, ACCOUNTS, TOTALS, CATALOGUE, INVOICES, ESTIMATES, MESSAGES, RECEIVABLES]
  for (const statement of all.flat()) await sql.raw(statement).execute(db)
}
