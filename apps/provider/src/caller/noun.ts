import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'
import type { ResolverMap } from './resolver.ts'

/** One noun of the books: its part of the schema with its resolvers. */
export type Noun<Readers = unknown> = {
  /** The SDL of its types, and of its fields on types that other nouns define (`extend type`). */
  readonly sdl: URL
  readonly resolvers: ResolverMap
  /** The resolvers of its fields of `Mutation`; empty for a read-only noun. */
  readonly commands: ResolverMap
  /** Called once per process; returns the factory of the readers of one request. */
  readonly createReaders: (db: Database, clock: Clock) => () => Readers
}
