import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'
import type { ResolverMap } from './resolver.ts'

/** One noun of the books: its part of the schema with its resolvers. */
export type Noun<Readers = unknown> = {
  /** Its types, and its fields of types that other nouns define (`extend type`). */
  readonly sdl: URL
  readonly resolvers: ResolverMap
  /** Its fields of `Mutation`; none for a noun that is only read. */
  readonly commands: ResolverMap
  /** Called once per process; returns the factory of the readers of one request. */
  readonly createReaders: (db: Database, clock: Clock) => () => Readers
}
