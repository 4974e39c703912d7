import { CompiledQuery, type Compilable, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs one statement by itself, outside any transaction, and returns its rows. For the few statements that every token
 * call needs: no query is built, and PostgreSQL plans each text once per connection.
 */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * The prefix of a text that PostgreSQL plans again at each call, for the values written in it. For lists that are filtered by a
 * range: the number of rows in it decides which index is best.
 */
export const PLANNED_EACH_TIME = '/* planned each time */ '

/** The maximum number of kept texts: callers choose them, and must not be able to fill the memory. */
const MAX_KEPT_TEXTS = 200

/** Creates a runner of statements whose text is built once for each key, because building one costs more than sending it. */
export function createKeptTexts(db: Database) {
  const texts = new Map<string, string>()
  /**
   * @param key Names everything that the text depends on.
   * @param values All parameters of the statement, in order.
   * @param build Called for a new key.
   */
  return async <Row>(
    key: string,
    values: readonly unknown[],
    build: () => Compilable<Row> | RawBuilder<Row>,
  ): Promise<readonly Row[]> => {
    const text = texts.get(key)
    if (text !== undefined) return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
    const compiled = build().compile(db)
    const isWhole =
      compiled.parameters.length === values.length &&
      compiled.parameters.every((parameter, index) => Object.is(parameter, values[index]))
    if (!isWhole) throw new Error(`The values of the statement ${key} are not its parameters`)
    if (texts.size < MAX_KEPT_TEXTS) texts.set(key, compiled.sql)
    return (await db.executeQuery<Row>(compiled)).rows
  }
}
