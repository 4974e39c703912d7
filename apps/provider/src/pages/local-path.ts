/**
 * A path of ours to come back to, or undefined: text that a browser could read as another site is refused
 * (`//evil`, `/\evil`, control characters, anything with a scheme).
 */
export function parseLocalPath(value: string | undefined): string | undefined {
  if (value === undefined || value.length > 2_000) return undefined
  // oxlint-disable-next-line no-control-regex
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(value)) return undefined
  const url = new URL(value, 'http://own.invalid')
  return url.host === 'own.invalid' ? url.pathname + url.search : undefined
}
