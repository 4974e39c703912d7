import {
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isListType,
  isNullableType,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql'
import { createBoundedMap, type BoundedMap } from '@counterfoil/service/bounded-map'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'
import { createFold, fragmentsOf, operationsOf } from './selection-fold.ts'

/** Entries assumed in a list that has no page size and says nothing of its own with `@listSize`. */
const ASSUMED_LIST_LENGTH = 5

/**
 * How many fields the answer can hold at most: every field counts 1, times the page sizes of the lists around it.
 * A field with `@cost` counts as many more, and so does one that is given an argument with it. A list without a page size counts as many entries as its `@listSize` says, else {@link ASSUMED_LIST_LENGTH}.
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
        weightOfArguments(schema, { definition, field, variables }) +
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

/** What `@cost` says of arguments that are given something. */
function weightOfArguments(
  schema: GraphQLSchema,
  {
    definition,
    field,
    variables,
  }: {
    readonly definition: GraphQLField<unknown, unknown>
    readonly field: FieldNode
    readonly variables: Readonly<Record<string, unknown>>
  },
): number {
  const given = new Set(
    field.arguments?.flatMap(({ name, value }) => {
      const isNothing =
        value.kind === Kind.VARIABLE
          ? (variables[value.name.value] ?? null) === null
          : value.kind === Kind.NULL
      return isNothing ? [] : [name.value]
    }),
  )
  return definition.args.reduce(
    (sum, argument) => (given.has(argument.name) ? sum + weightOf(schema, argument) : sum),
    0,
  )
}

/** What `@cost` says of the field or argument. */
function weightOf(
  schema: GraphQLSchema,
  { astNode }: GraphQLArgument | GraphQLField<unknown, unknown>,
): number {
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

/** Costs of one document that are remembered; each page size that a variable names makes another one. */
const MAX_KNOWN_COSTS = 50

/** What one call asks of a document. */
type Asked = {
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** {@link estimateCost}, worked out once for a document and what its variables say that counts. */
export function createCostEstimate(schema: GraphQLSchema): (document: DocumentNode, asked: Asked) => number {
  const known = new WeakMap<DocumentNode, KnownCosts>()
  return (document, { operationName, variables }) => {
    const own = known.get(document) ?? {
      ...findArgumentVariables(document),
      costs: createBoundedMap<string, number>(MAX_KNOWN_COSTS),
    }
    known.set(document, own)
    const key = JSON.stringify([
      operationName,
      own.pageSizes.map((name) => (typeof variables[name] === 'number' ? variables[name] : null)),
      own.all.map((name) => (variables[name] ?? null) !== null),
    ])
    const cost = own.costs.get(key) ?? estimateCost(schema, document, operationName, variables)
    own.costs.set(key, cost)
    return cost
  }
}

type KnownCosts = ArgumentVariables & { readonly costs: BoundedMap<string, number> }

type ArgumentVariables = { readonly pageSizes: readonly string[]; readonly all: readonly string[] }

/** Names of the variables that arguments are given, and those among them that say how large a page is. */
function findArgumentVariables(document: DocumentNode): ArgumentVariables {
  const pageSizes = new Set<string>()
  const all = new Set<string>()
  visit(document, {
    Argument({ name, value }) {
      if (value.kind !== Kind.VARIABLE) return
      all.add(value.name.value)
      if (name.value === 'pageSize') pageSizes.add(value.name.value)
    },
  })
  return { pageSizes: [...pageSizes], all: [...all] }
}
