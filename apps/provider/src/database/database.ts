import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** A handle that is given back, with everything undone, when the work it was opened for fails. */
export type DatabaseTransaction = Transaction<Tables>
