/** An IPv6 address with an IPv4 one at its end, and a zone. */
const MAX_ADDRESS_LENGTH = 64

/**
 * One household or office, as what requests of one address are counted under: an IPv4 address, or the first four groups of
 * an IPv6 one. An IPv6 host owns a whole /64, so that is what counts;
 * an IPv4 address in IPv6 clothes counts as itself. Some proxies forward an address with its port: each connection has
 * another one, so it does not count.
 */
export function networkOf(address: string | undefined): string {
  // Longer than any address: a header that was forwarded without one.
  if (address === undefined || address === '' || address.length > MAX_ADDRESS_LENGTH) return 'unknown'
  if (!address.includes(':')) return address
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address
  return expandIpv6(bare).slice(0, 4).join(':')
}

function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
