import { sql, type Kysely } from 'kysely'

/** The columns for what the business prints on its invoices beside the amounts: how to pay, and its tax number. */
const STATEMENTS = [
  `alter table businesses
    add column payment_details text check (char_length(payment_details) between 1 and 1000),
    add column tax_number text check (char_length(tax_number) between 1 and 100)`,
]

export const alters = ['businesses']

/** An older release prints neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
