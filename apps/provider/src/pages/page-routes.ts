import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { PageResponder, Visit } from './page-responder.ts'

/** Loads the subject of a page; undefined if it was not found and the browser has been answered. */
export type Opener<Found> = (visit: Visit) => Promise<Found | undefined>

/** Routes of pages. A post that does not come from one of our pages is refused. */
interface PageRoutes<Found> {
  get(path: string | string[], handle: Handler<Found>): void
  post(path: string | string[], handle: Handler<Found>): void
}

type Handler<Found> = (visit: Visit, found: Found) => void | Promise<void>

export interface PageRouter extends PageRoutes<Visit> {
  readonly router: Router
  /** Adds routes whose handlers run only if `open` finds something; they receive it. */
  opening<Found>(open: Opener<Found>): PageRoutes<Found>
}

/** @param before Handlers that run first on each of these routes. */
export function createPageRoutes(responder: PageResponder, ...before: readonly RequestHandler[]): PageRouter {
  const router = Router()

  function opening<Found>(open: Opener<Found>): PageRoutes<Found> {
    const listener = (handle: Handler<Found>) => async (req: Request, res: Response) => {
      const visit = responder.createVisit(req, res)
      const found = await open(visit)
      if (found !== undefined) await handle(visit, found)
    }
    return {
      get: (path, handle) => void router.get(path, ...before, listener(handle)),
      post: (path, handle) => void router.post(path, ...before, ...responder.ownForm, listener(handle)),
    }
  }

  return { router, opening, ...opening((visit) => Promise.resolve(visit)) }
}
