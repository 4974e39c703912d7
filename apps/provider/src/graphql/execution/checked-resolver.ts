import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'

type Resolver = GraphQLFieldResolver<unknown, unknown>

/** A resolver with a check that does not depend on the object, so that it runs once per level. */
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

/** Returns the resolver for all objects of a level: without its check if that passes, else with it, which refuses each object. */
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
