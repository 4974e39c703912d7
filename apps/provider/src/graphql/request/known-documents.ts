import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  validate,
} from 'graphql'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { badRequestError } from '#caller/caller-error.ts'
import { findLimitFaults } from '#graphql/limits/document-limits.ts'
import type { DocumentLimits } from '#graphql/limits/graphql-settings.ts'
import { parseOperation } from './parse-operation.ts'

/** The maximum number of errors for one document. Each can cost a search for a similar name. */
const MAX_VALIDATION_ERRORS = 10

/** The HTTP details of an error of the request, found before anything was executed. */
export const REFUSED = { spec: true, status: 400 }

/** A parsed document. Facts about it are computed once, for as long as it is cached. */
type KnownDocument = {
  readonly document: DocumentNode
  /** Returns the reasons not to execute it: too large, or invalid for this schema. */
  findFaults(): readonly GraphQLError[]
}

/** Parses and checks documents, and caches the latest ones. */
export type KnownDocuments = ReturnType<typeof createKnownDocuments>

/** The maximum length of a cached document, because its syntax tree takes many times the memory of its text. */
export const MAX_CACHED_CHARACTERS = 10_000
export const MAX_CACHED_DOCUMENTS = 500

export function createKnownDocuments(schema: GraphQLSchema, limits: DocumentLimits) {
  const cache = createBoundedMap<string, KnownDocument>(MAX_CACHED_DOCUMENTS)
  const judge = (document: DocumentNode): readonly GraphQLError[] => {
    const tooLarge = findLimitFaults(document, limits)
    const faults =
      tooLarge.length > 0
        ? tooLarge
        : validate(schema, document, undefined, { maxErrors: MAX_VALIDATION_ERRORS })
    return faults.map((fault) => refused(fault))
  }
  return {
    /** Returns true if the document is cached. Does not count as a use. */
    has: (text: string): boolean => cache.get(text) !== undefined,
    /** @throws GraphQLError for invalid GraphQL, and for more tokens or nesting than allowed */
    read(text: string): KnownDocument {
      let known = cache.get(text)
      if (known === undefined) {
        const document = parseRefusing(text, limits.maxTokens)
        let faults: readonly GraphQLError[] | undefined
        known = { document, findFaults: () => (faults ??= judge(document)) }
      }
      // The least recently used document is removed first.
      if (text.length <= MAX_CACHED_CHARACTERS) cache.set(text, known)
      return known
    },
  }
}

function parseRefusing(text: string, maxTokens: number): DocumentNode {
  try {
    return parseOperation(text, maxTokens)
  } catch (error) {
    throw error instanceof GraphQLError ? refused(error) : error
  }
}

function refused(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { ...error.extensions, http: REFUSED },
  })
}

/**
 * Returns the requested operation.
 *
 * @throws CallerError BAD_USER_INPUT if there is none of that name, several and no name, or a mutation that was sent by GET
 */
export function findOperation(
  document: DocumentNode,
  { operationName, method }: { readonly operationName: string | undefined; readonly method: string },
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName)
  if (!operation) throw badRequestError('Could not determine what operation to execute.')
  if (operation.operation === 'mutation' && method === 'GET') {
    throw badRequestError('Can only perform a mutation operation from a POST request.', {
      status: 405,
      headers: { Allow: 'POST' },
    })
  }
  return operation
}
