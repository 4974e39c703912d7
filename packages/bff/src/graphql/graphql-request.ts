import type { GraphqlRequest, OperationManifest } from '@counterfoil/bff-api/graphql'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'

/** A request that may go to the provider. */
export interface ResolvedOperation {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  /** Scope values without which no part of the answer can come. */
  readonly scopes: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  readonly sha256Hash: string
  /** JSON, as the provider takes it. */
  readonly upstreamBody: string
}

export type GraphqlRequestOutcome =
  | { readonly kind: 'operation'; readonly operation: ResolvedOperation }
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly reason: string }

export const MAX_VARIABLE_DEPTH = 10
/** Members and elements of all variables together. */
export const MAX_VARIABLE_NODES = 2000

/**
 * Answers how a body of `POST /graphql` becomes a request to the provider.
 * Only what the manifest holds is ever sent: a text in the request is not even read.
 */
export function createGraphqlRequestReader(
  operations: OperationManifest,
): (body: string) => GraphqlRequestOutcome {
  const known = new Map(
    Object.entries(operations).map(([hash, { name, kind, scopes, document }]) => [
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

    const sha256Hash = request.extensions?.persistedQuery?.sha256Hash ?? ''
    const found = known.get(sha256Hash)
    if (found === undefined) return refuse('operation-not-allowed', 'not an operation of the app')
    const { prefix, ...operation } = found
    if (request.operationName != null && request.operationName !== operation.name) {
      return refuse('bad-request', 'the hash and the name belong to different operations')
    }
    const upstreamBody = `${prefix}${JSON.stringify(variables)}}`
    return { kind: 'operation', operation: { ...operation, variables, sha256Hash, upstreamBody } }
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
  const value = parseJsonObject(body)
  if (value === undefined) return undefined
  const { operationName, variables, extensions } = value
  const isRequest =
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || isJsonObject(variables)) &&
    (extensions === undefined || extensions === null || isExtensions(extensions))
  return isRequest ? (value as GraphqlRequest) : undefined
}

function isExtensions(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { persistedQuery } = value
  if (persistedQuery === undefined) return true
  return (
    isJsonObject(persistedQuery) &&
    persistedQuery['version'] === 1 &&
    typeof persistedQuery['sha256Hash'] === 'string'
  )
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
