/** Returns the value of a field of a parsed form body; undefined if the field is absent or repeated. */
export function formText(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** Returns all values of a field, in order. */
export function formTexts(body: unknown, name: string): readonly string[] {
  const value = fieldOf(body, name)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Returns all fields of a form except the excluded ones, to print the form again. */
export function formEntries(
  body: unknown,
  leftOut: readonly string[],
): readonly { name: string; value: string }[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.keys(body)
    .filter((name) => !leftOut.includes(name))
    .flatMap((name) => formTexts(body, name).map((value) => ({ name, value })))
}

function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined
  return Reflect.get(body, name)
}

/** The fields of a form body. A field with an empty value counts as absent. (RFC 6749 section 3.2) */
export interface FormFields {
  readonly values: ReadonlyMap<string, string>
  /** Names of repeated fields; they are not in `values`. */
  readonly repeated: ReadonlySet<string>
  /** All values of `resource`, which may be repeated. (RFC 8707 section 2) */
  readonly resources: readonly string[]
}

/** Reads `application/x-www-form-urlencoded` text. Never fails. */
export function readFormFields(body: string): FormFields {
  const values = new Map<string, string>()
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const fields = new URLSearchParams(body)
  for (const [name, value] of fields) {
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
    if (value !== '') values.set(name, value)
  }
  for (const name of repeated) values.delete(name)
  return { values, repeated, resources: fields.getAll('resource').filter((value) => value !== '') }
}

/** Returns true for the media type of a form, with or without parameters. */
export function isFormMediaType(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}
