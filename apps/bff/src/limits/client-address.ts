/**
 * The address a request comes from: `trustedProxies` proxies in front of us have each added one to `X-Forwarded-For`,
 * and only what they added is believed.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0 || forwardedFor === undefined) return socketAddress
  const added = forwardedFor.split(',').map((address) => address.trim())
  return added[Math.max(0, added.length - trustedProxies)] ?? socketAddress
}
