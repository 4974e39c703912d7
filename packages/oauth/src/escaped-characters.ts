/** Characters that change the meaning of a path when it is decoded twice, or decoded by other rules. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const TROUBLE = /[/\\%.;@#\u0000-\u001f\u007f]/
const RUN_OF_ESCAPES = /(?:%[0-9a-f]{2})+/gi
/** Characters that old code pages map to `/`, `\` or `.`, although Unicode's compatibility forms do not. */
const BEST_FITS = /[\u2044\u2215\u2216\u29f8\u29f9\u3002\uff61]/

/**
 * Returns the fault of the escapes of one path segment: invalid UTF-8 (also an overlong form, RFC 3629 section 3), or `/ \ % . ;
 * @ #` or a control character, also as a compatibility form that normalization replaces.
 *
 * @param segment A segment whose percent signs are each followed by two hexadecimal digits.
 */
export function findEscapeFault(
  segment: string,
): { readonly reason: 'malformed_utf8' | 'encoded_character'; readonly detail: string } | undefined {
  for (const [escapes] of segment.matchAll(RUN_OF_ESCAPES)) {
    const bytes = escapes
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16))
    const text = decodeUtf8(bytes)
    if (text === undefined) return { reason: 'malformed_utf8', detail: `holds ${escapes}, which is no UTF-8` }
    for (const character of text) {
      if (!BEST_FITS.test(character) && !TROUBLE.test(character.normalize('NFKC'))) continue
      const escaped = encodeURIComponent(character)
      const shown = escaped.startsWith('%') ? escaped : `%${bytes[0]?.toString(16) ?? ''}`
      return { reason: 'encoded_character', detail: `holds the encoded character ${shown}` }
    }
  }
  return undefined
}

function decodeUtf8(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
