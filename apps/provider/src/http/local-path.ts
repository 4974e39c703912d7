/**
 * Returns a local path to come back to; undefined for text that a browser could read as another site (`//evil`, `/\evil`, control
 * characters, anything with a scheme).
 */
export function parseLocalPath(value: string | undefined): string | undefined {
  if (value === undefined || value.length > 2_000) return undefined
  if (!/^\/(?![/\\])[^\\\p{Cc} ]*$/u.test(value)) return undefined
  const url = new URL(value, 'http://own.invalid')
  // URL has resolved dot segments, and `/.//evil.example` would have become `//evil.example`.
  const isOwn = url.host === 'own.invalid' && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : undefined
}

/** Query parameter with the id of a stored answer to a form. Links to another language and rechecks omit it. */
export const KEPT_PARAMETER = 'kept'

/** Parameters of one authorization request. They must not be carried over to another request. */
const PASSING_PARAMETERS = [
  'code',
  'state',
  'code_challenge',
  'code_verifier',
  'token',
  'access_token',
  KEPT_PARAMETER,
] as const

/** Returns the path without the parameters that must not be in a page's links. */
export function withoutPassingParameters(path: string): string {
  const question = path.indexOf('?')
  if (question === -1) return path
  const query = new URLSearchParams(path.slice(question + 1))
  for (const name of PASSING_PARAMETERS) query.delete(name)
  const rest = query.toString()
  return path.slice(0, question) + (rest === '' ? '' : `?${rest}`)
}
