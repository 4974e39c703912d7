import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import type { ResolverMap } from './resolver.ts'

/** One noun of the books: what it adds to the schema, and how that is answered. */
export type Noun<Readers = unknown> = {
  /** Its types, and its fields of types that other nouns define (`extend type`). */
  readonly sdl: URL
  readonly resolvers: ResolverMap
  /** Its fields of `Mutation`; none for a noun that is only read. */
  readonly commands: ResolverMap
  /** Called once for the life of the process; the answer makes what the resolvers of one request read from. */
  readonly createReaders: (db: Database, clock: Clock) => () => Readers
}
