import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'

type Resolver = GraphQLFieldResolver<unknown, unknown>

/** A resolver with a check in front that does not depend on the object: of a level it is asked once. */
type CheckedResolver = Resolver & {
  readonly check: (context: unknown, info: GraphQLResolveInfo) => void
  readonly inner: Resolver
}

/**
 * Adds a check in front of a resolver.
 *
 * @param check Throws the refusal of the field; its result is the same throughout one call.
 */
export function withCheck<Context>(
  resolve: GraphQLFieldResolver<unknown, Context>,
  check: (context: Context, info: GraphQLResolveInfo) => void,
): GraphQLFieldResolver<unknown, Context> {
  const checked: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
    check(context, info)
    return resolve(source, args, context, info)
  }
  return Object.assign(checked, { check, inner: resolve })
}

/** The resolver for all objects of a level: without its check where that passes, else with it, which refuses each of them. */
export function checkedOnce(resolve: Resolver, context: unknown, info: GraphQLResolveInfo): Resolver {
  if (!isChecked(resolve)) return resolve
  try {
    resolve.check(context, info)
    return resolve.inner
  } catch {
    return resolve
  }
}

function isChecked(resolve: Resolver): resolve is CheckedResolver {
  return 'check' in resolve && 'inner' in resolve
}
