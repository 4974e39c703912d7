import { openDatabase } from '@counterfoil/provider/database/open-database'
import { letShare, startPostgres } from './postgres.ts'

/** Starts one PostgreSQL for all test files of a run; each file has its own databases, copied from one with all tables. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const { url, name } = await postgres.createDatabase()
  const { close } = await openDatabase({ kind: 'postgres', url, maxConnections: 1 })
  await close()
  letShare({ url: postgres.url, migrated: name })
  return () => postgres.close()
}
