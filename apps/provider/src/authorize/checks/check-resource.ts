import type { RedirectCheck } from './check.ts'

/** Where a client means to use its token: our GraphQL service or, for short, our origin. (RFC 8707 section 2) */
export const checkResource: RedirectCheck = ({ request: { resources }, ownResource }) => {
  const own = [ownResource, new URL(ownResource).origin].map(withoutSlash)
  if (resources.every((resource) => own.includes(withoutSlash(resource)))) return undefined
  return {
    error: 'invalid_target',
    reason: 'resource_foreign',
    detail: `resource must be ${ownResource}`,
  }
}

/** An address as every client may write it: capitals in its host, its default port, a slash at its end. */
function withoutSlash(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '')
}
