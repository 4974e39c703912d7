import {
  isObjectType,
  locatedError,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type ValidatedExecutionArgs,
} from 'graphql'
import { emptyCells, pathOf, type Level, type Origin } from './answer-level.ts'
import { takeOutOf, type Column } from './level-column.ts'
import { Failure } from './settle.ts'

/** Returns the names of the types of an interface's or a union's values, in their order; some may be promises. */
export function resolveTypes({ run, info, cells }: Column, type: GraphQLAbstractType): unknown[] {
  const resolveType = type.resolveType ?? run.args.typeResolver
  return cells.values.map((value) => {
    try {
      return resolveType(value, run.args.contextValue, info, type)
    } catch (error) {
      return new Failure(error)
    }
  })
}

/** Splits values into one level per type; values of no type are removed from the answer. */
export function partByType(
  { run, nodes, cells, level }: Column,
  {
    type,
    names,
    origin,
  }: { readonly type: GraphQLAbstractType; readonly names: readonly unknown[]; readonly origin: Origin },
): readonly Level[] {
  const levels = new Map<GraphQLObjectType, Level>()
  names.forEach((name, cell) => {
    try {
      const own = runtimeTypeOf(run.args, type, name)
      const part = levels.get(own) ?? { type: own, cells: emptyCells(), origin }
      levels.set(own, part)
      for (const key of ['values', 'answers', 'parents', 'indexes'] as const) {
        const from: readonly unknown[] = cells[key]
        const to: unknown[] = part.cells[key]
        to.push(from[cell])
      }
    } catch (error) {
      // The value exists, although its type is not known.
      const place = { type: level.type, cells, origin }
      run.errors.push(locatedError(error, nodes, pathOf(place, cell)))
      takeOutOf(run, place, cell)
    }
  })
  return [...levels.values()]
}

function runtimeTypeOf(
  { schema }: ValidatedExecutionArgs,
  type: GraphQLAbstractType,
  name: unknown,
): GraphQLObjectType {
  if (name instanceof Failure) throw name.error
  const own = typeof name === 'string' ? schema.getType(name) : undefined
  if (isObjectType(own) && schema.isSubType(type, own)) return own
  throw new Error(`Runtime Object type "${String(name)}" is not a possible type for "${type}".`)
}
