import { readFileSync } from 'node:fs'
import { asClientId, asGrantId, asRefreshToken } from '@counterfoil/oauth/testing/ids'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const DUMP = new URL('./filled-by-007.sql', import.meta.url)

/**
 * What migration 007 had of tables, filled by the program of that time: the demonstration's people, an application with
 * tokens for Northwind Trading, two accounts that its owner added, renamed and put away, and three entries. Secrets were
 * made with the key of the tests.
 */
export const FILLED = {
  clientId: asClientId('998a7850b17c356bbeccb9dab4eeaefd2076fe94'),
  secret: 'hcs_m1VFCUNkTK2QdOdVL4FFuGYhbmsYgvRbu-XcxXo6rUU',
  grantId: asGrantId('06131a54-3a1f-4f95-b306-b762f2c7fde7'),
  refreshToken: asRefreshToken('hrt_T_HCDElXTCmgtaZAgbwkxgnM9AtDjd_ALebsoHiHb2inOHPtF0rLqJIMJs6K3qBq4'),
} as const

/** Fills an empty database with it. */
export async function fillDatabase(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Functions come before the tables that they name.
    await sql`set local check_function_bodies = off`.execute(trx)
    for (const statement of statementsOf(readFileSync(DUMP, 'utf8'))) await sql.raw(statement).execute(trx)
  })
}

/** A statement ends with a line, unless that is inside the body of a function. */
function statementsOf(dump: string): readonly string[] {
  const statements: string[] = []
  let lines: string[] = []
  for (const line of dump.split('\n')) {
    lines.push(line)
    const text = lines.join('\n')
    if (!line.endsWith(';') || text.split('$$').length % 2 === 0) continue
    statements.push(text)
    lines = []
  }
  return statements
}
