/** The fields of a form body. A field without a value counts as left out. (RFC 6749 section 3.2) */
export interface FormFields {
  readonly values: ReadonlyMap<string, string>
  /** Names that came more than once; they are not in `values`. */
  readonly repeated: ReadonlySet<string>
  /** Every `resource`, which may come several times. (RFC 8707 section 2) */
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

/** Is this the media type of a form, whatever its parameters? */
export function isFormMediaType(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}
