/** The length of an IPv6 address with an IPv4 address at its end, and a zone. */
const MAX_ADDRESS_LENGTH = 64

/**
 * Returns the network under which the requests of an address are counted: an IPv4 address, or the first four groups of an IPv6 one.
 * An IPv6 host owns a whole /64; an IPv4-mapped address counts as its IPv4 address. Some proxies add the port, which differs per
 * connection and is removed.
 */
export function networkOf(address: string | undefined): string {
  // A text that is longer than any address: a forwarded header without an address.
  if (address === undefined || address === '' || address.length > MAX_ADDRESS_LENGTH) return 'unknown'
  if (!address.includes(':')) return address
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address
  return expandIpv6(bare).slice(0, 4).join(':')
}

/**
 * Returns the networks that contain the address, smallest first, each with the factor by which its limit exceeds that of one
 * household: a customer of an internet provider owns a /64, a /56 or a /48 and can send from all of it. IPv4: the address alone.
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
 * Returns the beginning of an address: "203.0.113" or "2001:db8:1". Its owner recognizes it, but it is shared by many others.
 * Undefined if the text is not an address.
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
