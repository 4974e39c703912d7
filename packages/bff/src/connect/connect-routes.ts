import { Router } from 'express'
import type { SealedStoreDeps } from '#redis/confirm.ts'
import { createConnectCallbackRoutes } from './connect-callback-routes.ts'
import type { ConnectPorts } from './connect-ports.ts'
import { createConnectResultRoutes } from './connect-result-routes.ts'
import { createConnectStartRoutes } from './connect-start-routes.ts'
import { createFinishAttempt } from './finish-attempt.ts'
import { createOpenConnection } from './open-connection.ts'
import { createSameSiteRelayStore } from './same-site-relay-responder.ts'

/** Creates the routes from the form that begins an attempt to its result, and the questions of that result. */
export function createConnectRoutes(ports: ConnectPorts & SealedStoreDeps): Router {
  const openConnection = createOpenConnection(ports)
  const finishAttempt = createFinishAttempt(ports, openConnection)
  return Router().use(
    createConnectStartRoutes(ports),
    createConnectCallbackRoutes({ ...ports, finishAttempt, relays: createSameSiteRelayStore(ports) }),
    createConnectResultRoutes(ports, openConnection),
  )
}
