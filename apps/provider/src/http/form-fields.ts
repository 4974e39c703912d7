/** A parsed form body, as it comes from the network. */
type FormBody = Readonly<Record<string, unknown>>

/** The one value of a field; undefined when the field is absent or repeated. */
export function formText(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** All values of a field, in order. */
export function formTexts(body: unknown, name: string): readonly string[] {
  const value = fieldOf(body, name)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Every field of a form but those left out, to print the form again. */
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
  return (body as FormBody)[name]
}
