import type { Request } from 'express'

/** The route of a request that no route matched: a file, a refusal, an unknown address. */
export const NO_ROUTE = '(none)'

/**
 * Returns the pattern that matched a request's path (`/api/connections/:id/use`): it contains no text of the caller. If a route
 * has several patterns, the first.
 */
export function routeOf(req: Request): string {
  const route: unknown = req.route
  if (typeof route !== 'object' || route === null || !('path' in route)) return NO_ROUTE
  const first: unknown = [route.path].flat()[0]
  return typeof first === 'string' ? first : NO_ROUTE
}
