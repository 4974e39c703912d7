import type { IncomingMessage } from 'node:http'

/**
 * The address a request comes from: `trustedProxies` proxies in front of us have each added one to `X-Forwarded-For`,
 * and only what they added is believed.
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
