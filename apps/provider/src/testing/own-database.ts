import { sharePostgres } from '@counterfoil/testkit/postgres'
import type { DatabaseLocation } from '#database/open-database.ts'

/** A database that only one test uses. */
export type OwnDatabase = {
  readonly location: DatabaseLocation
  drop(): Promise<void>
}

/**
 * Creates a migrated PostgreSQL database for a test that is independent of the kind of database. The embedded one takes ten
 * times the processor time; differences between both have tests that name them.
 */
export async function makeOwnDatabase(): Promise<OwnDatabase> {
  const server = await sharePostgres()
  const { url } = await server.createMigratedDatabase()
  return { location: { kind: 'postgres', url, maxConnections: 10 }, drop: () => server.close() }
}
