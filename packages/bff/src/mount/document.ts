import type { ResolvedOperation } from '#graphql/graphql-request.ts'

/** A document of GraphQL: a text, or what `gql` makes of one. */
export type GraphqlDocument = string | { readonly loc?: { readonly source: { readonly body: string } } }

const OPERATION = /\b(query|mutation)\s+([_A-Za-z]\w*)/

/**
 * Returns the one operation of a document that the app's own code sends.
 * @throws TypeError for a document without a named query or mutation
 */
export function readDocument(
  document: GraphqlDocument,
  variables: Readonly<Record<string, unknown>>,
): ResolvedOperation {
  const text = textOf(document)
  const [, kind, name] = OPERATION.exec(text.replaceAll(/#.*$/gm, '')) ?? []
  if (kind === undefined || name === undefined)
    throw new TypeError('The document has no named query or mutation; write query LateInvoices { … }.')
  // Sent again it might be done twice, and nothing here records it first.
  if (kind === 'mutation') throw new TypeError(`${name} is a mutation; query() sends queries alone.`)
  return {
    ...{ kind: 'query', name, variables, scopes: [], sha256Hash: '' },
    upstreamBody: JSON.stringify({ query: text, operationName: name, variables }),
  }
}

function textOf(document: GraphqlDocument): string {
  return typeof document === 'string' ? document : (document.loc?.source.body ?? '')
}
