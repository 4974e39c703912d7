import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { PageResponder, Visit } from './page-responder.ts'

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

/** @param before Passed first by every request to these routes. */
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
