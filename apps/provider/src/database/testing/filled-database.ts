import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BusinessId, ClientId, RefreshToken } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The credentials and ids in a filled database. Its secrets were derived with the key of the tests. */
export type FilledDatabase = {
  readonly clientId: ClientId
  readonly secret: string
  /** A refresh token for the business Northwind Trading. */
  readonly refreshToken: RefreshToken
  /** Businesses with rows of every mutation, each with a personal token that may do everything. */
  readonly writers: readonly {
    readonly token: string
    readonly businessId: string
    readonly businessUuid: BusinessId
  }[]
}

/** The filled databases, oldest first, by the number of their last migration. `fill-database.ts` writes them. */
export const FILLED_BY: readonly string[] = globSync('filled-by-*.sql.gz', {
  cwd: import.meta.dirname,
})
  .map((file) => basename(file, '.sql.gz').slice(-3))
  .toSorted()

/** Fills an empty database with rows of the schema after migration `number`. */
export async function fillDatabase(db: Database, number: string): Promise<FilledDatabase> {
  const dump = gunzipSync(readFileSync(new URL(`./filled-by-${number}.sql.gz`, import.meta.url))).toString()
  const [facts = '', ...lines] = dump.split('\n')
  await db.transaction().execute(async (trx) => {
    // Functions come before the tables that they name.
    await sql`set local check_function_bodies = off`.execute(trx)
    for (const statement of statementsOf(lines)) await sql.raw(statement).execute(trx)
  })
  return JSON.parse(facts.slice(3)) as FilledDatabase
}

/** A statement ends with a line, unless that is inside a text or the body of a function. */
function statementsOf(dump: readonly string[]): readonly string[] {
  const statements: string[] = []
  let lines: string[] = []
  const isInside = (quote: string) => lines.join('\n').split(quote).length % 2 === 0
  for (const line of dump) {
    lines.push(line)
    if (!line.endsWith(';') || isInside('$$') || isInside("'")) continue
    statements.push(lines.join('\n'))
    lines = []
  }
  return statements
}
