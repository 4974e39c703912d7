import type { BrowserKey } from '@counterfoil/oauth/ids'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { formText } from '#http/form-fields.ts'
import type { ErrorPage } from './error-page.ts'
import type { PageResponder } from './page-responder.ts'
import type { Page, PageContext } from './page.ts'

/** One request to a page, with what reads it and answers it. */
export interface Visit {
  readonly req: Request
  readonly res: Response
  readonly context: () => PageContext
  readonly requestId: () => RequestId
  readonly ownOrigin: () => string
  /** The one value of a field of the posted form; undefined when it is absent or repeated. */
  readonly field: (name: string) => string | undefined
  /** The one value of a parameter of the address. */
  readonly query: (name: string) => string | undefined
  /** Of the cookie that the browser sent, if it did. */
  readonly browserKey: () => BrowserKey | undefined
  /** The same, or a new one that the browser is given. */
  readonly browserKeyToKeep: () => BrowserKey
  readonly setBrowserKey: (key: BrowserKey) => void
  /** A token for a form of this page, which is good in this browser and for `boundTo`. */
  readonly token: (...boundTo: readonly string[]) => Promise<string>
  readonly hasToken: (...boundTo: readonly string[]) => Promise<boolean>
  /** Does the form carry its token? If not, the browser was answered with {@link Visit.sendFormTooOld}. */
  readonly isOwnForm: (...boundTo: readonly string[]) => Promise<boolean>
  readonly sendFormTooOld: (...boundTo: readonly string[]) => Promise<void>
  readonly sendErrorPage: (errorPage: ErrorPage) => void
  readonly seeOther: (path: string) => void
  readonly show: (page: Page) => void
  readonly render: <View>(page: (view: View, context: PageContext) => Page, view: View) => void
}

/** Finds what the pages of an address are about; undefined once the browser was answered because that is not there. */
export type Opener<Found> = (visit: Visit) => Promise<Found | undefined>

/** Routes of pages. A post comes from a page of ours, or is refused. */
interface PageRoutes<Found> {
  get(path: string | string[], handle: Handler<Found>): void
  post(path: string | string[], handle: Handler<Found>): void
}

type Handler<Found> = (visit: Visit, found: Found) => void | Promise<void>

export interface PageRouter extends PageRoutes<Visit> {
  readonly router: Router
  /** Routes whose handlers are called only when `open` finds something, and with that. */
  opening<Found>(open: Opener<Found>): PageRoutes<Found>
}

export function createPageRoutes(responder: PageResponder): PageRouter {
  const router = Router()

  function opening<Found>(open: Opener<Found>): PageRoutes<Found> {
    const listener = (handle: Handler<Found>) => async (req: Request, res: Response) => {
      const visit = createVisit(responder, req, res)
      const found = await open(visit)
      if (found !== undefined) await handle(visit, found)
    }
    return {
      get: (path, handle) => void router.get(path, listener(handle)),
      post: (path, handle) => void router.post(path, ...responder.ownForm, listener(handle)),
    }
  }

  return { router, opening, ...opening((visit) => Promise.resolve(visit)) }
}

function createVisit(responder: PageResponder, req: Request, res: Response): Visit {
  const visit: Visit = {
    req,
    res,
    context: () => responder.context(req, res),
    requestId: () => requestIdOf(res),
    ownOrigin: () => responder.ownOrigin(req),
    field: (name) => formText(req.body, name),
    query(name) {
      const value: unknown = req.query[name]
      return typeof value === 'string' ? value : undefined
    },
    browserKey: () => responder.readBrowserKey(req),
    browserKeyToKeep: () => responder.browserKey(req, res),
    setBrowserKey: (key) => responder.setBrowserKey(res, key),
    token: (...boundTo) => responder.csrfToken(req, res, ...boundTo),
    hasToken: (...boundTo) => responder.hasCsrfToken(req, ...boundTo),
    async isOwnForm(...boundTo) {
      const isOwn = await visit.hasToken(...boundTo)
      if (!isOwn) await visit.sendFormTooOld(...boundTo)
      return isOwn
    },
    sendFormTooOld: (...boundTo) => responder.sendFormTooOld(req, res, ...boundTo),
    sendErrorPage: (errorPage) => responder.sendErrorPage(req, res, errorPage),
    seeOther: (path) => responder.seeOther(res, path),
    show: (page) => responder.send(req, res, page),
    render: (page, view) => visit.show(page(view, visit.context())),
  }
  return visit
}
