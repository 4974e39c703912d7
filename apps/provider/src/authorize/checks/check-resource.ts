import { isOwnResource } from '@counterfoil/oauth/resource-indicator'
import type { RedirectCheck } from './check.ts'

/** Where a client means to use its token is our GraphQL service. (RFC 8707 section 2) */
export const checkResource: RedirectCheck = ({ request: { resources }, ownResource }) => {
  if (resources.every((resource) => isOwnResource({ resource, ownResource }))) return undefined
  return {
    error: 'invalid_target',
    reason: 'resource_foreign',
    detail: `resource must be ${ownResource}`,
  }
}
