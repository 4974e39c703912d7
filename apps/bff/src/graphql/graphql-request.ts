import type { GraphqlRequest, OperationManifest } from '@counterfoil/bff-api/graphql'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { chooseOperation, findOperations } from './document-kind.ts'

/** A request that may go to the provider. */
export interface ResolvedOperation {
  readonly kind: 'query' | 'mutation'
  /** For logs; undefined for a free-form document without a name. */
  readonly name: string | undefined
  /** Scope values without which no part of the answer can come. */
  readonly scopes: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  /** Of the manifest; undefined for a free-form document. */
  readonly sha256Hash: string | undefined
  /** JSON, as the provider takes it. */
  readonly upstreamBody: string
}

export type GraphqlRequestOutcome =
  | { readonly kind: 'operation'; readonly operation: ResolvedOperation }
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly reason: string }

/** A free-form document longer than this is refused. */
export const MAX_DOCUMENT_CHARACTERS = 20_000
export const MAX_VARIABLE_DEPTH = 10
/** Members and elements of all variables together. */
export const MAX_VARIABLE_NODES = 2000

/**
 * Answers how a body of `POST /graphql` becomes a request to the provider.
 *
 * With free-form documents off, only what the manifest holds is ever sent: the text of the request is not even read.
 */
export function createGraphqlRequestReader(options: {
  readonly operations: OperationManifest
  readonly freeForm: boolean
}): (body: string) => GraphqlRequestOutcome {
  const known = new Map(
    Object.entries(options.operations).map(([hash, { name, kind, scopes, document }]) => [
      hash,
      {
        name,
        kind,
        scopes,
        // The text is the same every time; only the variables are not.
        prefix: `{"query":${JSON.stringify(document)},"operationName":${JSON.stringify(name)},"variables":`,
      },
    ]),
  )

  return (body) => {
    const request = parseRequest(body)
    if (request === undefined) return refuse('bad-request', 'not a GraphQL request')
    const variables = request.variables ?? {}
    if (!isModest(variables)) return refuse('payload-too-large', 'variables too deep or too many')

    const hash = request.extensions?.persistedQuery?.sha256Hash
    const operation = hash === undefined ? undefined : known.get(hash)
    if (operation !== undefined) {
      if (request.operationName != null && request.operationName !== operation.name) {
        return refuse('bad-request', 'the hash and the name belong to different operations')
      }
      const { kind, name, scopes, prefix } = operation
      const upstreamBody = `${prefix}${JSON.stringify(variables)}}`
      return {
        kind: 'operation',
        operation: { kind, name, scopes, variables, sha256Hash: hash, upstreamBody },
      }
    }
    if (!options.freeForm) return refuse('operation-not-allowed', 'not an operation of the app')
    return readFreeForm(request, variables)
  }
}

function readFreeForm(
  { query, operationName }: GraphqlRequest,
  variables: ResolvedOperation['variables'],
): GraphqlRequestOutcome {
  if (query === undefined) return refuse('operation-not-allowed', 'an unknown hash without a document')
  if (query.length > MAX_DOCUMENT_CHARACTERS) return refuse('payload-too-large', 'document too long')
  const chosen = chooseOperation(findOperations(query), operationName ?? undefined)
  if (chosen === undefined) return refuse('bad-request', 'no operation, or not clear which')
  const { kind, name } = chosen
  if (kind === 'subscription') return refuse('operation-not-allowed', 'a subscription')
  const upstreamBody = JSON.stringify({
    query,
    ...(name === undefined ? {} : { operationName: name }),
    variables,
  })
  return {
    kind: 'operation',
    operation: { kind, name, scopes: [], variables, sha256Hash: undefined, upstreamBody },
  }
}

function refuse(code: ProblemCode, reason: string): GraphqlRequestOutcome {
  return { kind: 'refused', code, reason }
}

/**
 * Reads the body; undefined when it is not what `GraphqlRequestSchema` describes. Written by hand because it is done for
 * every query; a test holds it against the schema.
 */
export function parseRequest(body: string): GraphqlRequest | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { query, operationName, variables, extensions } = value
  const isRequest =
    (query === undefined || typeof query === 'string') &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || isObject(variables)) &&
    (extensions === undefined || extensions === null || isExtensions(extensions))
  return isRequest ? (value as GraphqlRequest) : undefined
}

function isExtensions(value: unknown): boolean {
  if (!isObject(value)) return false
  const { persistedQuery } = value
  if (persistedQuery === undefined) return true
  return (
    isObject(persistedQuery) &&
    persistedQuery['version'] === 1 &&
    typeof persistedQuery['sha256Hash'] === 'string'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Is `value` within the depth and number of nodes that the app's own operations need many times over? */
function isModest(value: unknown): boolean {
  let nodes = 0
  const visit = (node: unknown, depth: number): boolean => {
    nodes += 1
    if (nodes > MAX_VARIABLE_NODES || depth > MAX_VARIABLE_DEPTH) return false
    if (typeof node !== 'object' || node === null) return true
    return Object.values(node).every((child) => visit(child, depth + 1))
  }
  return visit(value, 0)
}
