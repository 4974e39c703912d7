import type { RedirectCheck } from './check.ts'

/** No known parameter may come twice. (RFC 6749 section 3.1) */
export const checkRepeated: RedirectCheck = ({ request }) => {
  const [name] = request.repeated
  if (name === undefined) return undefined
  return { error: 'invalid_request', reason: 'parameter_repeated', detail: `${name} was sent more than once` }
}
