import type { Request, Response } from 'express'
import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import { buildAuthorizationResponse, type IssuerFor } from '#authorize/authorization-response.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { checkPendingRequest } from '#authorize/pending-request-check.ts'
import { nameAppOfRequest } from '#pages/error-page-responder.ts'
import type { PageResponder } from '#pages/page-responder.ts'

/** The request behind an address of `/authorize/:handle`. */
export type RequestOpener = ReturnType<typeof createRequestOpener>

export function createRequestOpener(deps: {
  readonly responder: PageResponder
  readonly clock: () => number
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly issuerFor: IssuerFor
}) {
  const { responder, clock, pendingAuthorizations } = deps

  /** Also finds one that ran out or was answered; undefined after the page that says there is none. */
  async function find(req: Request, res: Response): Promise<PendingAuthorization | undefined> {
    const request = await pendingAuthorizations.find(handleOf(req))
    if (request === undefined) responder.sendErrorPage(req, res, { kind: 'expired' })
    else nameAppOfRequest(res, request.application.name)
    return request
  }

  /**
   * Finds one that waits for an answer and that authorize would still take; undefined after the page that says why not, or
   * after telling the application that it lost a scope.
   */
  async function open(req: Request, res: Response): Promise<PendingAuthorization | undefined> {
    const request = await find(req, res)
    if (request === undefined) return undefined
    const app = request.application
    if (request.answered !== null) responder.sendErrorPage(req, res, { kind: 'answered', app })
    else if (clock() >= request.expiresAtMs || app.isDeleted)
      responder.sendErrorPage(req, res, { kind: 'expired', app })
    else if (isStanding(req, res, request)) return request
    return undefined
  }

  function isStanding(req: Request, res: Response, request: PendingAuthorization): boolean {
    const standing = checkPendingRequest(request)
    switch (standing.kind) {
      case 'good':
        return true
      case 'page':
        responder.sendErrorPage(req, res, { kind: 'bad_link' })
        return false
      case 'redirect': {
        const { error, detail } = standing.fault
        const url = buildAuthorizationResponse({
          redirectUri: request.redirectUri,
          answer: { kind: 'error', error, description: detail },
          encodedState: request.encodedState ?? undefined,
          issuer: deps.issuerFor(request.application),
        })
        responder.seeOther(res, url)
        return false
      }
    }
  }

  return { find, open }
}

export function handleOf(req: Request): AuthorizationHandle {
  const { handle } = req.params
  return (typeof handle === 'string' ? handle : '') as AuthorizationHandle
}

/** Path of the request's page, for a `Location`. */
export function pathOf(req: Request): string {
  return `/authorize/${encodeURIComponent(handleOf(req))}`
}

export function queryText(req: Request, name: string): string | undefined {
  const value: unknown = req.query[name]
  return typeof value === 'string' ? value.slice(0, 200) : undefined
}
