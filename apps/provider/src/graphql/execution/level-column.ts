import type {
  FieldNode,
  GraphQLError,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  SelectionSetNode,
  ValidatedExecutionArgs,
} from 'graphql'
import { takeOut, type Answer, type Cells, type Level } from './answer-level.ts'
import { createFieldCollector, type CollectFields } from './collect-fields.ts'
import { createShapeReader, type Shape } from './value-shape.ts'

/** Facts about a schema and its documents, computed once. */
export type Plans = {
  readonly collectFields: CollectFields
  readonly shapeOf: (type: GraphQLOutputType) => Shape
}

export function createPlans(): Plans {
  return { collectFields: createFieldCollector(), shapeOf: createShapeReader() }
}

/** One execution with its errors so far. */
export type Run = {
  readonly args: ValidatedExecutionArgs
  readonly plans: Plans
  /** Fields of the answer so far. */
  readonly tally: { fields: number }
  readonly errors: GraphQLError[]
  /** Whether anything was taken out of the answer. */
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
