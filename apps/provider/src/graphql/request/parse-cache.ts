/** Documents longer than this are parsed again each time: a tree takes many times the room of its text. */
export const MAX_CACHED_CHARACTERS = 10_000
const MAX_CACHED_DOCUMENTS = 500

/** Caches parsed documents within fixed bounds. */
export function createParseCache<Parsed>(): {
  get(text: string): Parsed | undefined
  /** Was it parsed lately? Does not count as a use. */
  has(text: string): boolean
  set(text: string, parsed: Parsed): void
} {
  const documents = new Map<string, Parsed>()
  return {
    has: (text) => documents.has(text),
    get(text) {
      const document = documents.get(text)
      if (document === undefined) return undefined
      // Maps keep the order of insertion: the oldest use comes first.
      documents.delete(text)
      documents.set(text, document)
      return document
    },
    set(text, document) {
      if (text.length > MAX_CACHED_CHARACTERS) return
      documents.set(text, document)
      if (documents.size <= MAX_CACHED_DOCUMENTS) return
      const [oldest] = documents.keys()
      if (oldest !== undefined) documents.delete(oldest)
    },
  }
}
