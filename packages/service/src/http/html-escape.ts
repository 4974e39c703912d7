const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(ESCAPES).map(([character, entity]) => [entity, character]),
)

/** Escapes text for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? character)
}

/** Reverses {@link escapeHtml}. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => CHARACTERS.get(entity) ?? entity)
}
