/**
 * Returns true if a client that names `resource` as the place where it will use its token means the service at `ownResource`: by its
 * address or, for short, by its origin.
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

/** An address as every client may write it: capitals in its host, its default port, a slash at its end. */
function withoutSlash(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '')
}
