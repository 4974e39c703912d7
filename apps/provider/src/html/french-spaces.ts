/** A field's own text, a tag, or text between tags. */
const PARTS = /<textarea[^>]*>[^]*?<\/textarea>|<[^>]*>|[^<]+/g
const NO_BREAK_SPACE = '\u00A0'

/**
 * French puts a space before `? ! : ;` and inside « », where a line must not break. Only displayed text is changed: a field
 * returns the text as it was typed.
 */
export function withFrenchSpaces(markup: string): string {
  return markup.replace(PARTS, (part) =>
    part.startsWith('<')
      ? part
      : part.replaceAll(/ (?=[?!:;»])/g, NO_BREAK_SPACE).replaceAll('« ', `«${NO_BREAK_SPACE}`),
  )
}
