import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  locatedError,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql'
import {
  type Answer,
  type Cells,
  emptyCells,
  type Level,
  type Origin,
  pathOf,
  takeOut,
} from './answer-level.ts'
import type { Plans, Shape } from './plans.ts'
import { Failure } from './settle.ts'

/** One execution with its errors so far. */
export type Run = {
  readonly args: ValidatedExecutionArgs
  readonly plans: Plans
  /** The number of fields in the answer so far. */
  readonly tally: { fields: number }
  readonly errors: GraphQLError[]
  /** True if anything was removed from the answer. */
  hasGaps: boolean
  isNull: boolean
}

/** One field of all objects of a level. */
export type Column = {
  readonly run: Run
  readonly level: Level
  readonly name: string
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
  readonly field: GraphQLField<unknown, unknown>
  readonly shape: Shape
  readonly info: GraphQLResolveInfo
  /** Selection sets of its values. */
  readonly selectionSets: readonly SelectionSetNode[]
  /** The empty answer of one value, if all values have one type. */
  readonly blank: Answer
  /** The objects found so far. */
  readonly cells: Cells
}

/** Removes an object from the answer, or the whole answer, because a non-null field has no value. */
export function takeOutOf(run: Run, level: Level, cell: number): void {
  run.hasGaps = true
  if (!takeOut(level, cell)) run.isNull = true
}

/** Returns the `info` argument of a resolver. */
export function infoOf(
  args: ValidatedExecutionArgs,
  { field, nodes, parentType }: Pick<Column, 'field' | 'nodes'> & { readonly parentType: GraphQLObjectType },
): GraphQLResolveInfo {
  const { schema, fragmentDefinitions: fragments, rootValue, operation, variableValues } = args
  const own = { fieldName: field.name, fieldNodes: nodes, returnType: field.type, parentType }
  return { ...own, schema, fragments, rootValue, operation, variableValues } as unknown as GraphQLResolveInfo
}

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
