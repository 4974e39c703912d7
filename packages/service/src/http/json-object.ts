/** The members of an object of JSON, each of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Is it an object of JSON? A list and null are none. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses text from outside as JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** {@link parseJson}; undefined also for JSON that is no object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}
