import { sharePostgres } from '@counterfoil/testkit/postgres'
import type { DatabaseLocation } from '#database/open-database.ts'

/** A database that one test has for itself. */
export type OwnDatabase = {
  readonly location: DatabaseLocation
  drop(): Promise<void>
}

/**
 * A database with all tables for a test that is not about the kind of database. On PostgreSQL: the embedded one takes ten
 * times the processor time, and what has to be alike in both is tried in both by name.
 */
export async function makeOwnDatabase(): Promise<OwnDatabase> {
  const server = await sharePostgres()
  const { url } = await server.createMigratedDatabase()
  return { location: { kind: 'postgres', url, maxConnections: 10 }, drop: () => server.close() }
}
