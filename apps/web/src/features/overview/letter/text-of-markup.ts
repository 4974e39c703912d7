const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** Returns the text of markup that React wrote, for readers of mail without HTML: a link is followed by its address. */
export function textOfMarkup(markup: string): string {
  return markup
    .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2: $1')
    .replaceAll(/<li[^>]*>/g, '- ')
    .replaceAll(/<br\/>/g, '\n  ')
    .replaceAll(/<\/(?:p|h1|h2|ul)>/g, '\n\n')
    .replaceAll('</li>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
