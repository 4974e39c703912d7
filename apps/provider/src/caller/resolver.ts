import type { GraphQLResolveInfo } from 'graphql'
import type { HasViewer } from './viewer.ts'

/**
 * How one field gets its value.
 *
 * `Needs` names the readers this field uses. A noun names its own and never the list of all, so that nouns stand beside
 * each other.
 */
export type Resolver<Source = unknown, Args = Record<string, never>, Needs = unknown> = (
  source: Source,
  args: Args,
  context: HasViewer & Needs,
  info: GraphQLResolveInfo,
) => unknown

/** Resolvers by type and field. A field without one is read from the property of its name. */
export type ResolverMap = Readonly<Record<string, Readonly<Record<string, Resolver<never, never, never>>>>>
