import type { ResolvedOperation } from '#graphql/graphql-request.ts'

/** A GraphQL document: a text, or the result of `gql`. */
export type GraphqlDocument = string | { readonly loc?: { readonly source: { readonly body: string } } }

const OPERATION = /\b(query|mutation)\s+([_A-Za-z]\w*)/g

/**
 * Returns the one operation of a text, which may have fragments too.
 * @throws TypeError for a text without exactly one named query or mutation
 */
export function readOperation(text: string): { readonly kind: 'query' | 'mutation'; readonly name: string } {
  const [found, ...others] = text.replaceAll(/#.*$/gm, '').matchAll(OPERATION)
  const [, kind, name] = found ?? []
  if ((kind !== 'query' && kind !== 'mutation') || name === undefined || others.length > 0)
    throw new TypeError(
      'The document has not exactly one named query or mutation; write query LateInvoices { … }.',
    )
  return { kind, name }
}

/**
 * Returns the one operation of a document that the app's own code sends.
 * @throws TypeError for a document without exactly one named query or mutation
 */
export function readDocument(
  document: GraphqlDocument,
  variables: Readonly<Record<string, unknown>>,
): ResolvedOperation {
  const text = textOf(document)
  const { kind, name } = readOperation(text)
  return {
    ...{ kind, name, variables, scopes: [], sha256Hash: '' },
    variablesText: JSON.stringify(variables),
    upstreamBody: JSON.stringify({ query: text, operationName: name, variables }),
  }
}

function textOf(document: GraphqlDocument): string {
  return typeof document === 'string' ? document : (document.loc?.source.body ?? '')
}
