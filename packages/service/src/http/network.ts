/** An IPv6 address with an IPv4 one at its end, and a zone. */
const MAX_ADDRESS_LENGTH = 64

/**
 * Returns the network that requests of one address are counted under: an IPv4 address, or the first four groups of an IPv6 one.
 * An IPv6 host owns a whole /64; an IPv4-mapped address counts as its IPv4 address. Some proxies add the port, which differs per
 * connection and is removed.
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

/**
 * Networks of which the address is a part, the smallest first, and how many times as much each may do as one household: one
 * customer of a provider of access owns a /64, a /56 or a /48, and can send from any address in it. Of IPv4 the address alone.
 */
export function networksOf(
  address: string | undefined,
): readonly { readonly name: string; readonly times: number }[] {
  const own = networkOf(address)
  const groups = own.split(':')
  if (groups.length !== 4) return [{ name: own, times: 1 }]
  const [fourth = ''] = groups.slice(3)
  const site = groups.slice(0, 3).join(':')
  return [
    { name: own, times: 1 },
    { name: `${site}:${fourth.padStart(4, '0').slice(0, 2)}/56`, times: 2 },
    { name: `${site}/48`, times: 4 },
  ]
}

/**
 * Returns how an address begins: "203.0.113" or "2001:db8:1". Enough for its owner to know it by, and shared by many others.
 * Undefined if the text is no address.
 */
export function addressBeginOf(address: string | undefined): string | undefined {
  const own = networkOf(address)
  const parts = own.split(/[.:]/)
  return parts.length === 4 ? own.slice(0, own.length - (parts[3] ?? '').length - 1) : undefined
}

function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
