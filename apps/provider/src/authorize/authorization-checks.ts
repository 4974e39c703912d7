import type { Application } from '#applications/application.ts'
import type { Checked, PageCheck, PageFault, RedirectCheck, RedirectFault } from './checks/check.ts'
import { checkApprovalPrompt } from './checks/check-approval-prompt.ts'
import { checkApplication } from './checks/check-application.ts'
import { checkPkce } from './checks/check-pkce.ts'
import { checkPrompt } from './checks/check-prompt.ts'
import { checkRedirectUri, redirectUriOf } from './checks/check-redirect-uri.ts'
import { checkRepeated } from './checks/check-repeated.ts'
import { checkResource } from './checks/check-resource.ts'
import { checkResponseType } from './checks/check-response-type.ts'
import { checkScope } from './checks/check-scope.ts'
import { checkUnsupported } from './checks/check-unsupported.ts'

/** Faults shown on a page: until these pass, no address is trusted with an answer. */
const PAGE_CHECKS: readonly PageCheck[] = [checkApplication, checkRedirectUri]

/** Faults sent back to the application, in the order in which they are looked for. */
const REDIRECT_CHECKS: readonly RedirectCheck[] = [
  checkRepeated,
  checkUnsupported,
  checkResource,
  checkResponseType,
  checkScope,
  checkApprovalPrompt,
  checkPrompt,
  checkPkce,
]

type AuthorizationVerdict =
  | { readonly kind: 'page'; readonly fault: PageFault }
  | {
      readonly kind: 'redirect'
      readonly fault: RedirectFault
      readonly application: Application
      readonly redirectUri: string
    }
  | { readonly kind: 'good'; readonly application: Application; readonly redirectUri: string }

/** Runs the two lists; the first fault wins. */
export function judgeAuthorizationRequest(checked: Checked): AuthorizationVerdict {
  const { request, application } = checked
  for (const check of PAGE_CHECKS) {
    const fault = check(checked)
    if (fault !== undefined) return { kind: 'page', fault }
  }
  if (application === undefined)
    throw new Error('checkApplication let a request without an application through')

  const redirectUri = redirectUriOf(request, application)
  for (const check of REDIRECT_CHECKS) {
    const fault = check({ ...checked, application })
    if (fault !== undefined) return { kind: 'redirect', fault, application, redirectUri }
  }
  return { kind: 'good', application, redirectUri }
}
