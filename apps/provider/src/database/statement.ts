import { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs one statement by itself, outside any transaction, and answers its rows. For the few statements that every token
 * call needs: no query is built, and PostgreSQL plans each text once per connection.
 */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** The same through Kysely, where there is nothing but a handle. */
export function runThrough(db: Database): RunStatement {
  return async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/**
 * At the beginning of a text: PostgreSQL plans it again at each call, for the values that are written in it. For lists that
 * are filtered by a range: how much it holds says which index is best.
 */
export const PLANNED_EACH_TIME = '/* planned each time */ '
