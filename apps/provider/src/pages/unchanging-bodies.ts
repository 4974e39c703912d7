import { createBoundedMap } from '@counterfoil/service/values/bounded-map'

const MAX_KEPT = 64
const MAX_SEEN = 1024

/**
 * Remembers the compressed form of pages that are the same every time: a text that comes again is kept, one that carries a token of
 * its own never comes again.
 *
 * @param how.packs How a text is compressed, by the name of the encoding.
 * @param how.digest Differs for texts that differ: it is kept in their place.
 * @returns Answers the text in that encoding.
 */
export function createUnchangingBodies<Encoding extends string>(how: {
  readonly packs: Readonly<Record<Encoding, (text: string) => Buffer>>
  readonly digest: (text: string) => string
}): (encoding: Encoding, body: { readonly text: string }) => Buffer {
  const seen = createBoundedMap<string, true>(MAX_SEEN)
  const kept = createBoundedMap<string, Buffer>(MAX_KEPT)
  return (encoding, { text }) => {
    const key = `${encoding} ${how.digest(text)}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const packed = how.packs[encoding](text)
    if (seen.get(key) === true) kept.set(key, packed)
    else seen.set(key, true)
    return packed
  }
}
