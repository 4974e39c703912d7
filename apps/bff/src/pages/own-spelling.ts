const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address at which a page works whose address names this machine in another spelling than the public one: cookies
 * and forms belong to one spelling only. Undefined when there is nothing to correct.
 *
 * Only on loopback. Anywhere else a proxy may call us by any name, and sending the browser to where it already is would
 * never end.
 *
 * @param host The `Host` header.
 * @param path With its query, as received.
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
