import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  validate,
} from 'graphql'
import { badRequestError } from '#caller/caller-error.ts'
import { type DocumentLimits, findLimitFaults } from '#graphql/limits/document-limits.ts'
import { parseOperation } from './parse-operation.ts'

/** The maximum number of errors for one document. Each can cost a search for a similar name. */
const MAX_VALIDATION_ERRORS = 10

/** The HTTP details of an error of the request, found before anything was executed. */
const REFUSED = { spec: true, status: 400 }

/** A parsed document. Facts about it are computed once, for as long as it is cached. */
type KnownDocument = {
  readonly document: DocumentNode
  /** Returns the reasons not to execute it: too large, or invalid for this schema. */
  findFaults(): readonly GraphQLError[]
}

/** Parses and checks documents, and caches the latest ones. */
export type KnownDocuments = ReturnType<typeof createKnownDocuments>

export function createKnownDocuments(schema: GraphQLSchema, limits: DocumentLimits) {
  const cache = createParseCache<KnownDocument>()
  const judge = (document: DocumentNode): readonly GraphQLError[] => {
    const tooLarge = findLimitFaults(document, limits)
    const faults =
      tooLarge.length > 0
        ? tooLarge
        : validate(schema, document, undefined, { maxErrors: MAX_VALIDATION_ERRORS })
    return faults.map((fault) => refused(fault))
  }
  return {
    has: cache.has,
    /** @throws GraphQLError for invalid GraphQL, and for more tokens or nesting than allowed */
    read(text: string): KnownDocument {
      const known = cache.get(text)
      if (known !== undefined) return known
      const document = parseRefusing(text, limits.maxTokens)
      let faults: readonly GraphQLError[] | undefined
      const fresh = { document, findFaults: () => (faults ??= judge(document)) }
      cache.set(text, fresh)
      return fresh
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

/** The maximum length of a cached document, because its syntax tree takes many times the memory of its text. */
export const MAX_CACHED_CHARACTERS = 10_000
const MAX_CACHED_DOCUMENTS = 500

/** Caches parsed documents within fixed bounds. */
export function createParseCache<Parsed>(): {
  get(text: string): Parsed | undefined
  /** Returns true if the document is cached. Does not count as a use. */
  has(text: string): boolean
  set(text: string, parsed: Parsed): void
} {
  const documents = new Map<string, Parsed>()
  return {
    has: (text) => documents.has(text),
    get(text) {
      const document = documents.get(text)
      if (document === undefined) return undefined
      // Maps keep the order of insertion: the oldest use comes first.
      documents.delete(text)
      documents.set(text, document)
      return document
    },
    set(text, document) {
      if (text.length > MAX_CACHED_CHARACTERS) return
      documents.set(text, document)
      if (documents.size <= MAX_CACHED_DOCUMENTS) return
      const [oldest] = documents.keys()
      if (oldest !== undefined) documents.delete(oldest)
    },
  }
}
