import {
  getDirectiveValues,
  getNamedType,
  getVariableValues,
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
  type OperationDefinitionNode,
} from 'graphql'
import { createBoundedMap, type BoundedMap } from '@counterfoil/service/values/bounded-map'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'
import { createFold, fragmentsOf, operationsOf } from './selection-fold.ts'

/** The assumed number of entries in a list without a page size and without `@listSize`. */
const ASSUMED_LIST_LENGTH = 5

/** The variables as the executor has them: coerced to their types, with their defaults. */
type Coerced = Readonly<Record<string, unknown>>

/** Coerces the variables of `names`; invalid ones end the call before anything is executed. */
function coerce(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Coerced {
  const definitions = variableDefinitions.filter(({ variable }) => names.has(variable.name.value))
  if (definitions.length === 0) return {}
  return getVariableValues(schema, definitions, variables).variableValues?.coerced ?? {}
}

function costOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variables }: { readonly operation: OperationDefinitionNode; readonly variables: Coerced },
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
      const asked = { field, variables }
      return (
        1 +
        weightOf(schema, definition) +
        weightOfArguments(schema, definition, asked) +
        entriesOf(schema, { definition, parent }, asked) * inner(getNamedType(definition.type))
      )
    },
    fragment: (typeCondition, parent) =>
      typeCondition === undefined ? parent : schema.getType(typeCondition),
    key: (parent) => parent?.name ?? '',
  })
  return fold(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined)
}

type AskedField = { readonly field: FieldNode; readonly variables: Coerced }

/**
 * Returns the value of an argument, or its default; null if it has none, the literal itself if it is no integer. A variable
 * without a value counts as an omitted argument.
 */
function givenTo(argument: GraphQLArgument, { field, variables }: AskedField): unknown {
  const value = field.arguments?.find(({ name }) => name.value === argument.name)?.value
  if (value?.kind === Kind.VARIABLE && Object.hasOwn(variables, value.name.value))
    return variables[value.name.value]
  const literal = value === undefined || value.kind === Kind.VARIABLE ? argument.default?.literal : value
  if (literal === undefined || literal.kind === Kind.NULL) return null
  return literal.kind === Kind.INT ? Number(literal.value) : literal
}

/** Returns the `@cost` of the arguments that have a value. */
function weightOfArguments(
  schema: GraphQLSchema,
  definition: GraphQLField<unknown, unknown>,
  asked: AskedField,
): number {
  return definition.args.reduce(
    (sum, argument) => (givenTo(argument, asked) === null ? sum : sum + weightOf(schema, argument)),
    0,
  )
}

/** Returns the `@cost` of the field or argument. */
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
  {
    definition,
    parent,
  }: {
    readonly definition: GraphQLField<unknown, unknown>
    readonly parent: GraphQLNamedType | undefined
  },
  asked: AskedField,
): number {
  const pageSize = definition.args.find((argument) => argument.name === 'pageSize')
  if (pageSize) {
    const given = givenTo(pageSize, asked)
    const standard = pageSize.default?.literal
    const size =
      typeof given === 'number' ? given : standard?.kind === Kind.INT ? Number(standard.value) : MAX_PAGE_SIZE
    return Math.min(Math.max(size, 1), MAX_PAGE_SIZE)
  }
  // The page size of the connection around them has already counted its edges.
  if (parent?.name.endsWith('Connection') && asked.field.name.value === 'edges') return 1
  if (!isList(definition.type)) return 1
  const directive = schema.getDirective('listSize')
  const said =
    directive && definition.astNode && getDirectiveValues(directive, definition.astNode)?.['assumedSize']
  return typeof said === 'number' ? said : ASSUMED_LIST_LENGTH
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(type) || (!isNullableType(type) && isListType(type.ofType))
}

/** The maximum number of remembered costs of one document; each page size in a variable needs its own. */
const MAX_KNOWN_COSTS = 50

/** The parts of a call that affect its cost. */
type Asked = {
  readonly operationName: string | undefined
  /** The variables as sent. */
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Creates the function that computes how many fields the answer can hold: every field counts 1, times the page sizes of the lists
 * around it. A field with `@cost` counts as many more, and so does one whose argument with `@cost` has a value. A list without a
 * page size counts as many entries as its `@listSize` says, else {@link ASSUMED_LIST_LENGTH}. Variables and arguments count with
 * their defaults. Introspection is free; it has limits of its own. Costs are cached per document and values of its variables.
 */
export function createCostEstimate(schema: GraphQLSchema): (document: DocumentNode, asked: Asked) => number {
  const dearArguments = findDearArguments(schema)
  const known = new WeakMap<DocumentNode, KnownCosts>()
  return (document, { operationName, variables }) => {
    const own = known.get(document) ?? {
      names: findVariablesOf(document, dearArguments),
      costs: createBoundedMap<string, number>(MAX_KNOWN_COSTS),
    }
    known.set(document, own)
    let sum = 0
    for (const operation of operationsOf(document)) {
      if (operationName !== undefined && operation.name?.value !== operationName) continue
      const coerced = own.names.size === 0 ? {} : coerce(schema, operation, variables, own.names)
      const key = JSON.stringify([
        operation.name?.value,
        ...[...own.names].map((name) => {
          const value = Object.hasOwn(coerced, name) ? coerced[name] : undefined
          return value === undefined ? 0 : value === null || typeof value === 'number' ? value : 'given'
        }),
      ])
      const asked = { operation, variables: coerced }
      const cost = own.costs.get(key) ?? costOfOperation(schema, document, asked)
      own.costs.set(key, cost)
      sum += cost
    }
    return sum
  }
}

type KnownCosts = {
  /** Variables on which the cost depends. */
  readonly names: ReadonlySet<string>
  readonly costs: BoundedMap<string, number>
}

/** Returns the names of arguments whose value affects the cost. */
function findDearArguments(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  )
  const isDear = (argument: GraphQLArgument) => argument.name === 'pageSize' || weightOf(schema, argument) > 0
  return new Set(fields.flatMap(({ args }) => args.filter(isDear).map(({ name }) => name)))
}

/** Returns the names of the variables that are passed to arguments of these names. */
function findVariablesOf(document: DocumentNode, argumentNames: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>()
  visit(document, {
    Argument({ name, value }) {
      if (value.kind === Kind.VARIABLE && argumentNames.has(name.value)) names.add(value.name.value)
    },
  })
  return names
}
