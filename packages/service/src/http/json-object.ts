/** A JSON object with values of any type. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns true for a JSON object, but not for an array or null. */
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

/** Parses text as {@link parseJson} does, but also returns undefined for JSON that is not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}
