import { letShare, startPostgres } from './postgres.ts'

/** One PostgreSQL server for all test files of a run, each with databases of its own. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  letShare(postgres.url)
  return () => postgres.close()
}
