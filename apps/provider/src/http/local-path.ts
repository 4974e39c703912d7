/**
 * A path of ours to come back to, or undefined: text that a browser could read as another site is refused
 * (`//evil`, `/\evil`, control characters, anything with a scheme).
 */
export function parseLocalPath(value: string | undefined): string | undefined {
  if (value === undefined || value.length > 2_000) return undefined
  if (!/^\/(?![/\\])[^\\\p{Cc} ]*$/u.test(value)) return undefined
  const url = new URL(value, 'http://own.invalid')
  // Dot segments are gone by now, and `/.//evil.example` would have become `//evil.example`.
  const isOwn = url.host === 'own.invalid' && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : undefined
}

/** Names the page that a form was answered with; another language, or a second look, begins without it. */
export const KEPT_PARAMETER = 'kept'

/** Parameters of one authorization request; another request must not repeat them. */
const PASSING_PARAMETERS = [
  'code',
  'state',
  'code_challenge',
  'code_verifier',
  'token',
  'access_token',
  KEPT_PARAMETER,
] as const

/** The same path without parameters that must not stand in a page. */
export function withoutPassingParameters(path: string): string {
  const question = path.indexOf('?')
  if (question === -1) return path
  const query = new URLSearchParams(path.slice(question + 1))
  for (const name of PASSING_PARAMETERS) query.delete(name)
  const rest = query.toString()
  return path.slice(0, question) + (rest === '' ? '' : `?${rest}`)
}
