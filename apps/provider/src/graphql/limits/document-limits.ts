import {
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  isListType,
  isNullableType,
  isObjectType,
  isInterfaceType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { findMergingFaults } from './merge-limits.ts'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'

/** How large one document may be. Every one has a default in `graphql-settings.ts`. */
export type DocumentLimits = {
  /** Fields inside each other; introspection has its own, see {@link MAX_INTROSPECTION_DEPTH}. */
  readonly maxDepth: number
  /** Fields under another name than their own, in the whole document. */
  readonly maxAliases: number
  /** Words and signs of the document, counted by the parser. */
  readonly maxTokens: number
  /** Fields the answer may hold at most, estimated from page sizes; see {@link estimateCost}. */
  readonly maxCost: number
}

/** The standard introspection query is 15 deep; some tools unwrap a few types more. */
export const MAX_INTROSPECTION_DEPTH = 25

/** `__schema` and `__type` in one operation; tools ask once. */
export const MAX_SCHEMA_QUESTIONS = 10
/** The same for a caller without a token. */
export const MAX_ANONYMOUS_SCHEMA_QUESTIONS = 3

/** Entries assumed in a list that has no page size and says nothing of its own with `@listSize`. */
const ASSUMED_LIST_LENGTH = 5

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
}

function operationsOf(document: DocumentNode): readonly OperationDefinitionNode[] {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
}

/**
 * Adds something up over a selection set, each fragment once however often it is spread, so that fragments inside
 * fragments cannot make the counting itself expensive. A fragment inside itself counts nothing: validation refuses it.
 */
function createFold(fragments: Fragments, join: (one: number, other: number) => number) {
  return <Place>(visitor: {
    readonly field: (field: FieldNode, place: Place, inner: (place: Place) => number) => number
    readonly fragment: (typeCondition: string | undefined, place: Place) => Place
    /** Places in which a fragment counts the same. */
    readonly key: (place: Place) => string
  }) => {
    const known = new Map<string, number>()
    const fold = (selectionSet: SelectionSetNode | undefined, place: Place): number =>
      (selectionSet?.selections ?? []).reduce((sum, selection) => {
        switch (selection.kind) {
          case Kind.FIELD:
            return join(
              sum,
              visitor.field(selection, place, (next) => fold(selection.selectionSet, next)),
            )
          case Kind.INLINE_FRAGMENT: {
            const next = visitor.fragment(selection.typeCondition?.name.value, place)
            return join(sum, fold(selection.selectionSet, next))
          }
          case Kind.FRAGMENT_SPREAD:
            return join(sum, foldSpread(selection.name.value, place))
        }
      }, 0)
    const foldSpread = (name: string, place: Place): number => {
      const fragment = fragments.get(name)
      if (!fragment) return 0
      const next = visitor.fragment(fragment.typeCondition.name.value, place)
      const key = `${name} ${visitor.key(next)}`
      const seen = known.get(key)
      if (seen !== undefined) return seen
      known.set(key, 0)
      const result = fold(fragment.selectionSet, next)
      known.set(key, result)
      return result
    }
    return fold
  }
}

/** The deepest field of a document; `introspection` counts only below `__schema` and `__type`, `data` only elsewhere. */
export function measureDepth(document: DocumentNode): {
  readonly data: number
  readonly introspection: number
} {
  const depthOf = (part: 'data' | 'introspection') => {
    const fold = createFold(
      fragmentsOf(document),
      Math.max,
    )<'root' | 'data' | 'introspection'>({
      field: (field, place, inner) => {
        const name = field.name.value
        const next =
          place === 'introspection' || name === '__schema' || name === '__type' ? 'introspection' : 'data'
        return next === part ? 1 + inner(next) : 0
      },
      fragment: (_, place) => place,
      key: (place) => place,
    })
    return Math.max(0, ...operationsOf(document).map((operation) => fold(operation.selectionSet, 'root')))
  }
  return { data: depthOf('data'), introspection: depthOf('introspection') }
}

/** How many fields the document renames, each place of a fragment counted once. */
export function countAliases(document: DocumentNode): number {
  const count = (selectionSet: SelectionSetNode | undefined): number =>
    (selectionSet?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum
      const own = selection.kind === Kind.FIELD && selection.alias ? 1 : 0
      return sum + own + count(selection.selectionSet)
    }, 0)
  return document.definitions.reduce(
    (sum, definition) => sum + ('selectionSet' in definition ? count(definition.selectionSet) : 0),
    0,
  )
}

/** How often the document asks about the schema, every use of a fragment counted. */
export function countSchemaQuestions(document: DocumentNode): number {
  const fold = createFold(
    fragmentsOf(document),
    (one, other) => one + other,
  )<undefined>({
    field: ({ name }, _, inner) =>
      name.value === '__schema' || name.value === '__type' ? 1 : inner(undefined),
    fragment: () => undefined,
    key: () => '',
  })
  return operationsOf(document).reduce((sum, operation) => sum + fold(operation.selectionSet, undefined), 0)
}

/**
 * How many fields the answer can hold at most: every field counts 1, times the page sizes of the lists around it.
 * A field with `@cost` counts as many more. A list without a page size counts as many entries as its `@listSize` says, else {@link ASSUMED_LIST_LENGTH}.
 * Introspection is free; it has limits of its own.
 */
export function estimateCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fold = createFold(
    fragmentsOf(document),
    (one, other) => one + other,
  )<GraphQLNamedType | undefined>({
    field: (field, parent, inner) => {
      if (field.name.value.startsWith('__')) return 0
      const definition =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined
      if (!definition) return 1
      return (
        1 +
        weightOf(schema, definition) +
        entriesOf(schema, definition, field, parent, variables) * inner(getNamedType(definition.type))
      )
    },
    fragment: (typeCondition, parent) =>
      typeCondition === undefined ? parent : schema.getType(typeCondition),
    key: (parent) => parent?.name ?? '',
  })
  return operationsOf(document)
    .filter(
      (operation) => (operationName ?? undefined) === undefined || operation.name?.value === operationName,
    )
    .reduce(
      (sum, operation) =>
        sum + fold(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined),
      0,
    )
}

/** What `@cost` says of the field. */
function weightOf(schema: GraphQLSchema, { astNode }: GraphQLField<unknown, unknown>): number {
  const directive = schema.getDirective('cost')
  const weight: unknown = directive && astNode && getDirectiveValues(directive, astNode)?.['weight']
  return typeof weight === 'number' ? weight : 0
}

function entriesOf(
  schema: GraphQLSchema,
  definition: GraphQLField<unknown, unknown>,
  field: FieldNode,
  parent: GraphQLNamedType | undefined,
  variables: Readonly<Record<string, unknown>>,
): number {
  const pageSize = definition.args.find((argument) => argument.name === 'pageSize')
  if (pageSize) {
    const given = field.arguments?.find((argument) => argument.name.value === 'pageSize')?.value
    const asked = given?.kind === Kind.VARIABLE ? variables[given.name.value] : readInteger(given)
    const size = typeof asked === 'number' ? asked : (readInteger(pageSize.default?.literal) ?? MAX_PAGE_SIZE)
    return Math.min(Math.max(size, 1), MAX_PAGE_SIZE)
  }
  // The page size of the connection around them has already counted its edges.
  if (parent?.name.endsWith('Connection') && field.name.value === 'edges') return 1
  if (!isList(definition.type)) return 1
  const directive = schema.getDirective('listSize')
  const said =
    directive && definition.astNode && getDirectiveValues(directive, definition.astNode)?.['assumedSize']
  return typeof said === 'number' ? said : ASSUMED_LIST_LENGTH
}

function readInteger(node: ValueNode | undefined): number | undefined {
  return node?.kind === Kind.INT ? Number(node.value) : undefined
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(type) || (!isNullableType(type) && isListType(type.ofType))
}

/** One rule: what a document has, how much it may have, and what to say. */
type LimitRule = {
  readonly measure: (document: DocumentNode) => number
  readonly limit: (limits: DocumentLimits) => number
  readonly say: (size: { readonly measured: number; readonly limit: number }) => string
}

/** THE LIST of what is measured on the document alone. Tokens are counted by the parser; the cost needs variables. */
const LIMIT_RULES: readonly LimitRule[] = [
  {
    measure: (document) => measureDepth(document).data,
    limit: (limits) => limits.maxDepth,
    say: ({ measured, limit }) => `The operation is ${measured} fields deep; at most ${limit} are allowed.`,
  },
  {
    measure: (document) => measureDepth(document).introspection,
    limit: () => MAX_INTROSPECTION_DEPTH,
    say: ({ measured, limit }) =>
      `The introspection is ${measured} fields deep; at most ${limit} are allowed.`,
  },
  {
    measure: countSchemaQuestions,
    limit: () => MAX_SCHEMA_QUESTIONS,
    say: ({ measured, limit }) =>
      `The operation asks about the schema ${measured} times; at most ${limit} are allowed.`,
  },
  {
    measure: countAliases,
    limit: (limits) => limits.maxAliases,
    say: ({ measured, limit }) => `The operation has ${measured} aliases; at most ${limit} are allowed.`,
  },
]

/** What is too large about a document, as validation errors; empty when nothing is. */
export function findLimitFaults(document: DocumentNode, limits: DocumentLimits): readonly GraphQLError[] {
  // First: the others walk through documents whose size is known to be bounded.
  const merging = findMergingFaults(document)
  if (merging.length > 0) return merging
  return LIMIT_RULES.flatMap(({ measure, limit, say }) => {
    const measured = measure(document)
    const allowed = limit(limits)
    return measured > allowed ? [new GraphQLError(say({ measured, limit: allowed }))] : []
  })
}
