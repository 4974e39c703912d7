import { END_SESSION_PATH } from '@counterfoil/oauth/endpoints'
import type { ClientId } from '@counterfoil/oauth/ids'
import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import { Router, type Request, type Response } from 'express'
import type { ApplicationStore } from '#applications/application-store.ts'
import { formText } from '#http/form-fields.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import { createSessionReader } from './session-responder.ts'
import { endSessionPage, signedOutPage, type EndSessionFields } from './sign-out-page.ts'

interface EndSessionOptions {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly applications: Pick<ApplicationStore, 'findByClientId'>
}

/**
 * The end of the session of a browser, for applications: the person is asked, and comes back to an address that the
 * application has registered, by the rule of redirect addresses, and to no other. Access of applications stays.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
export function createEndSessionRoutes(deps: EndSessionOptions): Router {
  const { responder, sessions } = deps
  const sessionOf = createSessionReader(responder, sessions)
  const router = Router()

  router.get(END_SESSION_PATH, async (req, res) => {
    const fields = readFields((name) => req.query[name])
    const found = await findTarget(deps, fields)
    if (found === undefined) return responder.sendErrorPage(req, res, { kind: 'bad_link' })
    const accounts = signedInAccounts(await sessionOf(req))
    if (accounts.length === 0) return leave(req, res, found.target)
    const csrf = await responder.csrfToken(req, res, 'end-session')
    const formRedirectOrigin = found.target && formActionSource(found.target)
    const page = endSessionPage({ accounts, fields, csrf, formRedirectOrigin }, responder.context(req, res))
    responder.send(req, res, page)
  })

  router.post(END_SESSION_PATH, ...responder.ownForm, async (req, res) => {
    const fields = readFields((name) => formText(req.body, name))
    const found = await findTarget(deps, fields)
    if (found === undefined) return responder.sendErrorPage(req, res, { kind: 'bad_link' })
    if (!(await responder.hasCsrfToken(req, 'end-session')))
      return responder.sendFormTooOld(req, res, 'end-session')
    const session = await sessionOf(req)
    if (session.id !== undefined) await sessions.end(session.id)
    // What the browser kept of our pages goes with the person.
    res.set('Clear-Site-Data', '"cache"')
    leave(req, res, found.target)
  })

  function leave(req: Request, res: Response, target: string | undefined): void {
    if (target !== undefined) return responder.seeOther(res, target)
    responder.send(req, res, signedOutPage(undefined, responder.context(req, res)))
  }

  return router
}

function readFields(read: (name: keyof EndSessionFields) => unknown): EndSessionFields {
  const text = (name: keyof EndSessionFields) => {
    const value = read(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    client_id: text('client_id'),
    post_logout_redirect_uri: text('post_logout_redirect_uri'),
    state: text('state'),
  }
}

/** Returns where the browser goes afterwards, with `state`, if anywhere; undefined for an address that is not registered. */
async function findTarget(
  { applications }: Pick<EndSessionOptions, 'applications'>,
  { client_id: clientId, post_logout_redirect_uri: address, state }: EndSessionFields,
): Promise<{ readonly target: string | undefined } | undefined> {
  if (address === '') return { target: undefined }
  const application = await applications.findByClientId(clientId as ClientId)
  if (application === undefined) return undefined
  if (judgeRedirectUri(address, application.redirectEntries).kind !== 'accepted') return undefined
  if (state === '') return { target: address }
  return { target: `${address}${address.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}` }
}
