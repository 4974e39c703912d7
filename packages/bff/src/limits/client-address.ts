import type { IncomingMessage } from 'node:http'

/**
 * Returns the address of the client. Each of the `trustedProxies` proxies before us has added one to `X-Forwarded-For`, and only
 * the addresses that they added are trusted.
 */
export function clientAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  trustedProxies: number,
): string | undefined {
  const forwardedFor = headers['x-forwarded-for']?.toString()
  if (trustedProxies === 0 || forwardedFor === undefined) return socket.remoteAddress
  const added = forwardedFor.split(',').map((address) => address.trim())
  return added[Math.max(0, added.length - trustedProxies)] ?? socket.remoteAddress
}
