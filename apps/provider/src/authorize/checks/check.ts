import type { AuthorizeErrorCode } from '@counterfoil/oauth/oauth-error'
import type { Application } from '#applications/application.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'

/** Input of a check. */
export interface Checked {
  readonly request: AuthorizationRequest
  /** The application of the client id; undefined if there is none. */
  readonly application: Application | undefined
  /** The address of the GraphQL service. */
  readonly ownResource: string
}

/** A fault that is only shown on a page, because there is no address that could be trusted with it. */
export interface PageFault {
  /** A stable code for the log and the metrics. */
  readonly reason: string
  /** One sentence for the developers' log. */
  readonly detail: string
}

/** A fault that is sent back to the application. */
export interface RedirectFault extends PageFault {
  readonly error: AuthorizeErrorCode
}

export type PageCheck = (checked: Checked) => PageFault | undefined
/** A check that runs once the application and its redirect URI are known to be valid. */
export type RedirectCheck = (
  checked: Checked & { readonly application: Application },
) => RedirectFault | undefined
