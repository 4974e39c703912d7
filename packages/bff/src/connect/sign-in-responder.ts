import type { Request, Response } from 'express'
import type { AttemptCookie, DigestOf } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/http/cookies'
import { dropCookie } from '#session/cookies-responder.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import type { OpenedConnection } from './open-connection.ts'

export interface SignInDeps {
  readonly cookies: CookieNames
  readonly changes: SessionChanges
  readonly connectResults: Pick<ConnectResultStore, 'save'>
  readonly device: Pick<DeviceMemory, 'rememberAnew'>
  readonly principals: Pick<PrincipalStore, 'removeSession'>
}

/**
 * Signs in the person whose connection was opened, and saves the result. Express-session must have seen the request.
 * @param cookie The digest of the attempt's cookie: the result then names the session, so that a browser that lost this response
 * gets the session cookie again. Undefined if the response can be requested again.
 */
export async function signInAs(
  deps: SignInDeps,
  { req, res }: { readonly req: Request; readonly res: Response },
  { connectResult, signIn }: OpenedConnection,
  cookie?: DigestOf<AttemptCookie>,
): Promise<void> {
  const { principalId, person, connectionId, reservationId } = signIn
  const begun = await deps.changes.begin(req, principalId, person, connectionId)
  await deps.connectResults.save(
    cookie === undefined || begun === undefined
      ? connectResult
      : { ...connectResult, begun: { sessionId: begun.sessionId, cookie } },
  )
  await deps.principals.removeSession(principalId, reservationId)
  if (begun === undefined) return
  await deps.changes.limitReplaced(begun)
  if (readCookie(req.headers, deps.cookies.left) !== undefined)
    dropCookie(res, deps.cookies, deps.cookies.left)
  deps.device.rememberAnew(res, { connectionId, businessName: connectResult.result.businessName })
}
