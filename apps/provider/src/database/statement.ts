import { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs one statement by itself, outside any transaction, and returns its rows. For the few statements that every token
 * call needs: no query is built, and PostgreSQL plans each text once per connection.
 */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** Returns a function that runs statements through Kysely, for callers that have only a handle. */
export function runThrough(db: Database): RunStatement {
  return async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/**
 * The prefix of a text that PostgreSQL plans again at each call, for the values written in it. For lists that are filtered by a
 * range: the number of rows in it decides which index is best.
 */
export const PLANNED_EACH_TIME = '/* planned each time */ '
