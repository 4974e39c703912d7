/**
 * Returns true if `resource`, the service for which a client requests its token, is the service at `ownResource`: by its
 * address or by its origin alone.
 *
 * @see RFC 8707 section 2, Resource Parameter
 */
export function isOwnResource({
  resource,
  ownResource,
}: Readonly<Record<'resource' | 'ownResource', string>>): boolean {
  const own = [ownResource, new URL(ownResource).origin].map(withoutSlash)
  return own.includes(withoutSlash(resource))
}

/** Normalizes an address: lower-case host, no default port, no slash at its end. */
function withoutSlash(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '')
}
