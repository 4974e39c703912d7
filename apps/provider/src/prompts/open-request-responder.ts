import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { buildAuthorizationResponse, type IssuerFor } from '#authorize/authorization-response.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { checkPendingRequest, type PendingAuthorization } from '#authorize/pending-authorization.ts'
import { nameAppOfRequest } from '#pages/page-answer-responder.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

/** An authorization request, and the account that answers it. */
export type Asked = { readonly request: PendingAuthorization; readonly account: BrowserAccount }

export type RequestOpener = ReturnType<typeof createRequestOpener>

/** Loads the authorization request of an address `/authorize/:handle`. */
export function createRequestOpener(deps: {
  readonly clock: Clock
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly issuerFor: IssuerFor
}) {
  const { clock, pendingAuthorizations, issuerFor } = deps

  /** Finds a request, even an expired or answered one. If there is none, answers with a page and returns undefined. */
  async function find(visit: Visit): Promise<PendingAuthorization | undefined> {
    const request = await pendingAuthorizations.find(handleOf(visit))
    if (request === undefined) visit.sendErrorPage({ kind: 'expired' })
    else nameAppOfRequest(visit.res, request.application.name)
    return request
  }

  /**
   * Finds a request that still waits for an answer and would still be accepted. Otherwise answers with the reason, or redirects to
   * the application with an error if it lost a scope, and returns undefined.
   */
  async function open(visit: Visit): Promise<PendingAuthorization | undefined> {
    const request = await find(visit)
    if (request === undefined) return undefined
    const app = request.application
    if (request.answered !== null) visit.sendErrorPage({ kind: 'answered', app })
    else if (clock() >= request.expiresAtMs || app.isDeleted) visit.sendErrorPage({ kind: 'expired', app })
    else if (isStanding(visit, request)) return request
    return undefined
  }

  function isStanding(visit: Visit, request: PendingAuthorization): boolean {
    const standing = checkPendingRequest(request)
    switch (standing.kind) {
      case 'good':
        return true
      case 'page':
        visit.sendErrorPage({ kind: 'bad_link' })
        return false
      case 'redirect': {
        const { error, detail } = standing.fault
        const url = buildAuthorizationResponse({
          redirectUri: request.redirectUri,
          answer: { kind: 'error', error, description: detail },
          encodedState: request.encodedState ?? undefined,
          issuer: issuerFor(request.application),
        })
        visit.seeOther(url)
        return false
      }
    }
  }

  return { find, open }
}

export function handleOf({ req }: Visit): AuthorizationHandle {
  const { handle } = req.params
  return (typeof handle === 'string' ? handle : '') as AuthorizationHandle
}

/** Returns the path of the request's page, for `Location`. */
export function pathOf(visit: Visit): string {
  return `/authorize/${encodeURIComponent(handleOf(visit))}`
}
