/** A document as `codegen.ts` writes it: one operation, of which it has the name and the hash. */
interface Named {
  readonly definitions: readonly object[]
}

/** The name of the one operation of a document. */
export function nameOf(document: Named): string {
  const [first] = document.definitions
  if (first === undefined || !('name' in first)) return ''
  const { name } = first
  return typeof name === 'object' && name !== null && 'value' in name && typeof name.value === 'string'
    ? name.value
    : ''
}

/** SHA-256 of its text: what the browser sends in its place. */
export function hashOf(document: Named): string | undefined {
  const [first] = document.definitions
  return first !== undefined && 'hash' in first && typeof first.hash === 'string' ? first.hash : undefined
}
