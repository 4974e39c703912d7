/**
 * Builds the metadata of the GraphQL endpoint: the issuer of its tokens, and how they are sent. No `scopes_supported`: clients
 * request everything listed there, and few applications may have everything.
 *
 * @see RFC 9728 section 2
 */
export function buildProtectedResourceMetadata(options: {
  readonly publicUrl: string
  readonly path: string
  readonly name: string
}): Readonly<Record<string, unknown>> {
  return {
    resource: options.publicUrl + options.path,
    resource_name: options.name,
    authorization_servers: [options.publicUrl],
    bearer_methods_supported: ['header'],
  }
}
