/** An IPv6 address with an IPv4 one at its end, and a zone. */
const MAX_ADDRESS_LENGTH = 64

/**
 * The key under which requests of one address are counted. An IPv6 host owns a whole /64, so that is what counts;
 * an IPv4 address in IPv6 clothes counts as itself.
 */
export function addressKey(address: string | undefined): string {
  // Longer than any address: a header that was forwarded without one.
  if (address === undefined || address === '' || address.length > MAX_ADDRESS_LENGTH) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`
}

function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
