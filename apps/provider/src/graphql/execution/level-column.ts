import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  type GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql'
import { type Answer, type Cells, type Level, takeOut } from './answer-level.ts'
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

/** The selected fields of one type, by response name. Fields of one name are merged. */
type AskedFields = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>

type Asked = Pick<ValidatedExecutionArgs, 'fragmentDefinitions' | 'schema' | 'variableValues'>

/** Returns the selected fields of a type in order: without skipped ones, with fragments expanded. */
type CollectFields = (
  asked: Asked,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
) => AskedFields

/** Caches the fields of selection sets that contain no variable, for as long as their document is cached. */
function createFieldCollector(): CollectFields {
  const known = new WeakMap<SelectionSetNode, Map<GraphQLObjectType, AskedFields>>()
  return (asked, type, selectionSets) => {
    const [only, ...others] = selectionSets
    if (only === undefined || others.length > 0) return openSelections(asked, type, selectionSets).fields
    const byType = known.get(only) ?? new Map<GraphQLObjectType, AskedFields>()
    const found = byType.get(type)
    if (found !== undefined) return found
    const { fields, hasConditions } = openSelections(asked, type, selectionSets)
    if (!hasConditions) known.set(only, byType.set(type, fields))
    return fields
  }
}

function openSelections(
  asked: Asked,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): { readonly fields: AskedFields; readonly hasConditions: boolean } {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>()
  const spread = new Set<string>()
  let hasConditions = false
  const visit = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      hasConditions ||= (selection.directives?.length ?? 0) > 0
      if (!isIncluded(asked, selection)) continue
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const alike = fields.get(name)
        if (alike === undefined) fields.set(name, [selection])
        else alike.push(selection)
        continue
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : openOnce(selection.name.value)
      if (fragment !== undefined && isAbout(asked, fragment, type)) visit(fragment.selectionSet)
    }
  }
  const openOnce = (name: string) => {
    if (spread.has(name)) return undefined
    spread.add(name)
    return asked.fragmentDefinitions[name]
  }
  for (const selectionSet of selectionSets) visit(selectionSet)
  return { fields, hasConditions }
}

function isIncluded({ variableValues }: Asked, node: SelectionNode): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false
}

function isAbout(
  { schema }: Asked,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
  type: GraphQLObjectType,
): boolean {
  if (typeCondition === undefined) return true
  const condition = schema.getType(typeCondition.name.value)
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
}
