import { readAddress } from '@counterfoil/bff-api/paths'
import type { Request, Response } from 'express'
import type { CookieNames } from '#session/cookie-names.ts'
import { setBrowserCookie } from '#session/cookies-responder.ts'
import type { ReadSession } from '#session/session-reader.ts'
import type { createSessionViews, LoadedView } from './session-view.ts'

export type SessionViews = ReturnType<typeof createSessionViews>

/** What the page of a request may know of its session. @param session Where it has been read already. */
export function loadView(
  views: Pick<SessionViews, 'load'>,
  req: Request,
  session?: ReadSession,
): Promise<LoadedView> {
  return views.load({
    carrier: req,
    acceptLanguage: req.get('accept-language'),
    business: readAddress(req.path).business,
    session,
  })
}

/** {@link loadView}; a browser that had no cookie is given one. */
export async function openView(
  deps: { readonly views: Pick<SessionViews, 'load'>; readonly cookies: CookieNames },
  { req, res }: { readonly req: Request; readonly res: Response },
  session?: ReadSession,
): Promise<LoadedView> {
  const loaded = await loadView(deps.views, req, session)
  if (loaded.isNewBrowser) setBrowserCookie(res, deps.cookies, loaded.browserId)
  return loaded
}
