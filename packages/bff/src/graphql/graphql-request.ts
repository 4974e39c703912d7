import type { GraphqlRequest, OperationManifest } from '@counterfoil/bff-api/graphql'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'

/** A request that may be sent to the provider. */
export interface ResolvedOperation {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  /** The scopes without which the answer would be empty. */
  readonly scopes: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  /** The variables as JSON. */
  readonly variablesText: string
  readonly sha256Hash: string
  /** The JSON body of the request to the provider. */
  readonly upstreamBody: string
}

export type GraphqlRequestOutcome =
  | { readonly kind: 'operation'; readonly operation: ResolvedOperation }
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly reason: string }

export const MAX_VARIABLE_DEPTH = 10
/** The maximum number of members and elements of all variables together. */
export const MAX_VARIABLE_NODES = 2000
/** The maximum number of members in a body, counted before it is parsed: new names take the most time. */
const MAX_MEMBERS = 3000

/**
 * Creates the function that turns a body of `POST /graphql` into a request to the provider. Only documents of the manifest are ever
 * sent: a document in the request is not even read.
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
        // Everything before the variables is the same for each request.
        prefix: `{"query":${JSON.stringify(document)},"operationName":${JSON.stringify(name)},"variables":`,
      },
    ]),
  )

  return (body) => {
    const members = body.match(/"\s*:/g)?.length ?? 0
    if (members > MAX_MEMBERS) return refuse('payload-too-large', 'too many members')
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
    const variablesText = JSON.stringify(variables)
    const upstreamBody = `${prefix}${variablesText}}`
    return {
      kind: 'operation',
      operation: { ...operation, variables, variablesText, sha256Hash, upstreamBody },
    }
  }
}

function refuse(code: ProblemCode, reason: string): GraphqlRequestOutcome {
  return { kind: 'refused', code, reason }
}

/**
 * Parses the body; undefined if it does not match `GraphqlRequestSchema`. Written by hand because it runs for every query; a test
 * checks it against the schema.
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

/** Returns true if `value` is within the maximum depth and number of nodes, far more than the app's operations need. */
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
