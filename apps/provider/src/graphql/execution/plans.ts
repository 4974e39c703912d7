import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLID,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSkipDirective,
  GraphQLString,
  type InlineFragmentNode,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql'

export type Plans = ReturnType<typeof createPlans>

/** Creates the facts about a schema and its documents, each computed once. */
export function createPlans() {
  return { collectFields: createFieldCollector(), shapeOf: createShapeReader() }
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

/** Form of a value of a type in the answer. */
export type Shape = {
  readonly isNonNull: boolean
  /** The number of nested lists. */
  readonly lists: number
  /** The type inside of all lists. */
  readonly type: GraphQLNamedOutputType
} & (
  | { readonly kind: 'leaf'; readonly write: (value: unknown) => unknown }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'object' }
)

/** Returns a function that computes the shape of a type once. */
function createShapeReader(): (type: GraphQLOutputType) => Shape {
  const known = new WeakMap<GraphQLOutputType, Shape>()
  return (type) => {
    const shape = known.get(type) ?? shapeOf(type)
    known.set(type, shape)
    return shape
  }
}

function shapeOf(outer: GraphQLOutputType): Shape {
  const isNonNull = isNonNullType(outer)
  const type = isNonNull ? outer.ofType : outer
  if (isListType(type)) {
    const of = shapeOf(type.ofType)
    return { kind: 'list', isNonNull, lists: of.lists + 1, type: of.type, of }
  }
  if (!isLeafType(type)) return { kind: 'object', isNonNull, lists: 0, type }
  const write = (value: unknown) => writeLeaf(type, value)
  // Text is written as it is: most values need no other check.
  const isText = type === GraphQLString || type === GraphQLID
  return {
    kind: 'leaf',
    isNonNull,
    lists: 0,
    type,
    write: isText ? (value) => (typeof value === 'string' ? value : write(value)) : write,
  }
}

function writeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const written = type.coerceOutputValue(value)
  if (written === null || written === undefined) throw new Error(`"${type}" writes nothing of a value`)
  return written
}
