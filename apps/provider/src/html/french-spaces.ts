/** A field's own text, a tag, or text between tags. */
const PARTS = /<textarea[^>]*>[^]*?<\/textarea>|<[^>]*>|[^<]+/g
const NO_BREAK_SPACE = '\u00A0'

/**
 * French puts a space before `? ! : ;` and inside « », and a line never breaks there. Only text that is shown is touched:
 * what somebody typed comes back in a field as they typed it.
 */
export function withFrenchSpaces(markup: string): string {
  return markup.replace(PARTS, (part) =>
    part.startsWith('<')
      ? part
      : part.replaceAll(/ (?=[?!:;»])/g, NO_BREAK_SPACE).replaceAll('« ', `«${NO_BREAK_SPACE}`),
  )
}
