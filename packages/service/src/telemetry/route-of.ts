import type { Request } from 'express'

/** Of a request that no route took: a file, a refusal, an address that there is not. */
export const NO_ROUTE = '(none)'

/**
 * The pattern that a request's path was matched with (`/api/connections/:id/use`): it holds nothing that a caller typed. Of
 * several spellings the first.
 */
export function routeOf(req: Request): string {
  const route: unknown = req.route
  if (typeof route !== 'object' || route === null || !('path' in route)) return NO_ROUTE
  const first: unknown = [route.path].flat()[0]
  return typeof first === 'string' ? first : NO_ROUTE
}
