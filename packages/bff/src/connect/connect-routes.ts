import { Router } from 'express'
import { createConnectCallbackRoutes, type ConnectCallbackDeps } from './connect-callback-routes.ts'
import { createConnectResultRoutes, type ConnectResultRoutesDeps } from './connect-result-routes.ts'
import { createConnectStartRoutes, type ConnectStartDeps } from './connect-start-routes.ts'
import { createDismissAttemptRoutes, type DismissAttemptDeps } from './connect-start-routes.ts'

export type ConnectRoutesDeps = ConnectStartDeps &
  ConnectCallbackDeps &
  ConnectResultRoutesDeps &
  DismissAttemptDeps

/** An attempt from its start to its result, or to the "no" of somebody who did not finish it. */
export function createConnectRoutes(deps: ConnectRoutesDeps): Router {
  return Router().use(
    createConnectStartRoutes(deps),
    createConnectCallbackRoutes(deps),
    createConnectResultRoutes(deps),
    createDismissAttemptRoutes(deps),
  )
}
