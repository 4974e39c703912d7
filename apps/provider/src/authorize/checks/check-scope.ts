import { missingScopes, parseScope, unknownScopes } from '@counterfoil/oauth/scope'
import type { Application } from '#applications/application.ts'
import type { RedirectCheck, RedirectFault } from './check.ts'

/** Checks that there is a scope, and that all are known and allowed to this application. (RFC 6749 section 3.3) */
export const checkScope: RedirectCheck = ({ request, application }) => {
  const asked = parseScope(request.parameters.scope ?? '')
  if (asked.length === 0)
    return { error: 'invalid_scope', reason: 'scope_missing', detail: 'scope is missing' }

  const [unknown] = unknownScopes(asked)
  if (unknown !== undefined) {
    return {
      error: 'invalid_scope',
      reason: 'scope_unknown',
      detail: `there is no scope ${printable(unknown)}`,
    }
  }
  return findForbiddenScopeFault(asked, application)
}

/** Returns a fault if a scope is not allowed. Checked again when the person answers: the application may have lost a scope. */
export function findForbiddenScopeFault(
  asked: readonly string[],
  application: Pick<Application, 'allowedScopes'>,
): RedirectFault | undefined {
  const [forbidden] = missingScopes(asked, application.allowedScopes)
  if (forbidden === undefined) return undefined
  return {
    error: 'invalid_scope',
    reason: 'scope_not_allowed',
    detail: `the application may not ask for ${forbidden}`,
  }
}

/** Replaces characters that `error_description` forbids: quotes, backslashes, non-printable ASCII. (RFC 6749 section 4.1.2.1) */
function printable(text: string): string {
  return text.slice(0, 60).replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}
