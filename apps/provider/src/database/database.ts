import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** The handle of a transaction: everything is rolled back if the work it was opened for fails. */
export type DatabaseTransaction = Transaction<Tables>
