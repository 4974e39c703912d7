const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Returns the public address of a page that was opened under another name of this machine (`localhost`, `127.0.0.1`): cookies
 * and forms belong to one host name only. Undefined if there is nothing to correct.
 *
 * Only on loopback: elsewhere a proxy may use any host name, and a redirect to the address where the browser already is would
 * never end.
 *
 * @param host The `Host` header.
 * @param path The path with its query, as received.
 */
export function findOwnSpelling({
  host,
  publicUrl,
  path,
}: {
  readonly host: string | undefined
  readonly publicUrl: string
  readonly path: string
}): string | undefined {
  const own = new URL(publicUrl)
  if (!LOOPBACK.has(own.hostname) || host === undefined || !path.startsWith('/')) return undefined
  const address = `${own.protocol}//${host}`
  if (!URL.canParse(address)) return undefined
  const called = new URL(address)
  const name = called.hostname.replace(/\.$/, '')
  if (!LOOPBACK.has(name) || called.port !== own.port || called.host === own.host) return undefined
  return `${own.origin}${path}`
}
