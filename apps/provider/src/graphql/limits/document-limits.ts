import { GraphQLError, Kind, type DocumentNode, type SelectionSetNode } from 'graphql'
import type { DocumentLimits } from './graphql-settings.ts'
import { findMergingFaults } from './merge-limits.ts'
import { createFold, fragmentsOf, operationsOf } from './selection-fold.ts'

/** The maximum depth of introspection: the standard query is 15 deep; some tools unwrap a few types more. */
const MAX_INTROSPECTION_DEPTH = 25

/** The maximum number of `__schema` and `__type` in one operation; tools ask once. */
const MAX_SCHEMA_QUESTIONS = 10
/** The same limit for a caller without a token. */
export const MAX_ANONYMOUS_SCHEMA_QUESTIONS = 3

/** The bytes of a body that cost nothing: any query of a person fits. */
const FREE_BODY_BYTES = 8_192
/** The bytes beyond them that cost a point: ten bodies of a megabyte use up the points of a minute. */
const BYTES_OF_A_POINT = 4
/** The bytes beyond them that count as one more call of an address, which has no points. */
const BYTES_OF_A_CALL = 10_000
/** The maximum number of faults in the variables of a free body. */
const MAX_FAULTS = 50

/** Returns the cost of reading a body: points of a token, or calls of an address. */
export function costOfBody(bytes: number): { readonly points: number; readonly calls: number } {
  const dear = Math.max(0, bytes - FREE_BODY_BYTES)
  return { points: Math.ceil(dear / BYTES_OF_A_POINT), calls: Math.ceil(dear / BYTES_OF_A_CALL) }
}

/** Returns how many faults of the variables are listed: fewer for a larger body, because each fault can repeat all of it. */
export function maxFaultsOf(bodyBytes: number): number {
  return Math.min(MAX_FAULTS, Math.max(1, Math.floor((MAX_FAULTS * FREE_BODY_BYTES) / bodyBytes)))
}

/** Measures the deepest field; `introspection` counts only below `__schema` and `__type`, `data` only elsewhere. */
function measureDepth(document: DocumentNode): {
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

/** Counts the aliases of a document; those in a fragment once, however often it is spread. */
function countAliases(document: DocumentNode): number {
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

/** Counts the introspection fields of a document, those in a fragment at each use of it. */
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
 * Returns exceeded limits of a document as validation errors; empty if there are none. The parser counts tokens, and the cost
 * needs variables.
 */
export function findLimitFaults(document: DocumentNode, limits: DocumentLimits): readonly GraphQLError[] {
  // First, so that the other rules traverse documents of a bounded size.
  const merging = findMergingFaults(document)
  if (merging.length > 0) return merging
  const { data, introspection } = measureDepth(document)
  const questions = countSchemaQuestions(document)
  const aliases = countAliases(document)
  const sizes = [
    [data, limits.maxDepth, `The operation is ${data} fields deep`],
    [introspection, MAX_INTROSPECTION_DEPTH, `The introspection is ${introspection} fields deep`],
    [questions, MAX_SCHEMA_QUESTIONS, `The operation asks about the schema ${questions} times`],
    [aliases, limits.maxAliases, `The operation has ${aliases} aliases`],
  ] as const
  return sizes
    .filter(([size, limit]) => size > limit)
    .map(([, limit, what]) => new GraphQLError(`${what}; at most ${limit} are allowed.`))
}
