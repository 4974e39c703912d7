import { allowsScope } from '@counterfoil/oauth/scope'
import {
  assertValidSchema,
  buildSchema,
  defaultFieldResolver,
  defaultTypeResolver,
  getDirectiveValues,
  getNamedType,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
} from 'graphql'
import { attachResolvers } from '#books/nouns.ts'
import { missingScopeError } from '#caller/caller-error.ts'
import type { HasViewer, Viewer } from '#caller/viewer.ts'
import { withCheck } from '#graphql/execution/checked-resolver.ts'
import { attachScalars } from './scalars.ts'

/** Builds the schema that is executed from its text: scalars, resolvers, and the scope checks in front of them. */
export function buildServedSchema(sdl: string, nouns?: Parameters<typeof attachResolvers>[1]): GraphQLSchema {
  const schema = buildSchema(sdl)
  attachScalars(schema)
  attachResolvers(schema, nouns)
  guardSchema(schema)
  assertValidSchema(schema)
  return schema
}

function scopeOf<Context>(
  directive: GraphQLDirective,
  part: GraphQLField<unknown, Context> | GraphQLNamedType,
) {
  const values = part.astNode && getDirectiveValues(directive, part.astNode)
  const scope = values?.['scope']
  return typeof scope === 'string' ? scope : undefined
}

/** Returns the scope values of `needed` that the token lacks. A call without a token lacks all of them. */
export function lackedScopes(viewer: Viewer | undefined, needed: readonly string[]): readonly string[] {
  return needed.filter((scope) => !allowsScope(viewer?.scopes ?? [], scope))
}

/**
 * Returns the scope values a field needs: its own, and those of the type it returns.
 * For an interface or a union the type is known only when it is resolved; {@link guardSchema} checks it there.
 */
export function requiredScopes<Context>(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, Context>,
): readonly string[] {
  const directive = schema.getDirective('requiresScope')
  if (!directive) return []
  const own = scopeOf(directive, field)
  const ofType = scopeOf(directive, getNamedType(field.type))
  return [...new Set([own, ofType].filter((scope) => scope !== undefined))]
}

/**
 * Puts the scope check in front of every field that needs one, so that no path leads around it: alias, fragment,
 * interface or nested field, the check runs before the resolver and before any side effect.
 *
 * Changes `schema` in place. Call it after the resolvers are attached.
 */
export function guardSchema(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue
    if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) guardField(schema, field)
    }
    if (isAbstractType(type)) guardAbstractType(schema, type)
  }
}

/** Returns {@link lackedScopes} of one field, computed once per list of scopes: tokens with the same scopes share theirs. */
function createLackedScopes(needed: readonly string[]): (viewer: Viewer | undefined) => readonly string[] {
  const known = new WeakMap<readonly string[], readonly string[]>()
  return (viewer) => {
    const scopes = viewer?.scopes
    if (scopes === undefined) return lackedScopes(undefined, needed)
    const found = known.get(scopes)
    if (found !== undefined) return found
    const lacked = lackedScopes(viewer, needed)
    known.set(scopes, lacked)
    return lacked
  }
}

function guardField(schema: GraphQLSchema, field: GraphQLField<unknown, HasViewer>): void {
  const needed = requiredScopes(schema, field)
  if (needed.length === 0) return
  const resolve = field.resolve ?? defaultFieldResolver
  const lackedOf = createLackedScopes(needed)
  field.resolve = withCheck(resolve, (context, info) => {
    const lacked = lackedOf(context.viewer)
    if (lacked.length > 0) throw missingScopeError(info.fieldName, lacked)
  })
}

function guardAbstractType(
  schema: GraphQLSchema,
  type: Extract<GraphQLNamedType, { resolveType: unknown }>,
): void {
  const directive = schema.getDirective('requiresScope')
  if (!directive) return
  const resolveType = type.resolveType ?? defaultTypeResolver
  type.resolveType = async (value, context: HasViewer, info, abstractType) => {
    const name = await resolveType(value, context, info, abstractType)
    const concrete = name === undefined ? undefined : schema.getType(name)
    const scope = concrete && scopeOf(directive, concrete)
    const lacked = scope === undefined ? [] : lackedScopes(context.viewer, [scope])
    if (lacked.length > 0) throw missingScopeError(info.fieldName, lacked)
    return name
  }
}
