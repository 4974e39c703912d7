import { randomId } from '@counterfoil/service/random'
import type { RequestId } from '@counterfoil/service/request-id-middleware'
import type { Router } from 'express'
import { createConnectionRoutes } from '#api/connection-routes.ts'
import { createSessionRoutes } from '#api/session-routes.ts'
import { attemptOutcomeOf } from '#connect/connect-outcome.ts'
import { createConnectRoutes } from '#connect/connect-routes.ts'
import type { StoredConnectResult } from '#connect/connect-result.ts'
import { createLeaveFormRoutes } from '#leave/leave-form-routes.ts'
import type { LeaverDeps } from '#leave/leave-responder.ts'
import { createLeaveRoutes } from '#leave/leave-routes.ts'
import { setClearSiteData } from '#security/security-headers-middleware.ts'
import type { Dependencies } from './dependencies.ts'

const HEARTBEAT_MS = 25_000

/** What is done for people, behind the request rules. */
export function joinRoutes(deps: Dependencies): readonly Router[] {
  const { config, limits, logger, metrics, connections } = deps
  const { provider } = config
  const leaver: Pick<LeaverDeps, 'setClearSiteData' | 'onEnded' | 'onLeft'> = {
    setClearSiteData,
    onEnded: metrics.sessionEnded,
    onLeft: (fact) =>
      logger.info({
        event: 'person.left',
        ...fact,
        businessName: undefined,
        endSessionUrl: undefined,
      }),
  }
  return [
    createConnectRoutes({
      ...deps,
      provider,
      findConnection: connections.find,
      consumeStart: (key) => limits.consume('connect', key),
      onAttempt: metrics.attempt,
      onEnd: noteEnd,
      randomText: randomId,
    }),
    createSessionRoutes({
      ...deps,
      heartbeatMs: deps.overrides.heartbeatMs ?? HEARTBEAT_MS,
      onEnded: metrics.sessionEnded,
      lookAfter: (principalId) =>
        void connections.list(principalId).then(deps.checkUp.checkUpDue, () => undefined),
    }),
    createLeaveRoutes({ ...deps, ...leaver }),
    createLeaveFormRoutes({ ...deps, ...leaver }),
    createConnectionRoutes({
      ...deps,
      viewFacts: { requestedScopes: provider.scopes, unusedMs: config.connectionUnusedMs },
      timeZoneCookie: deps.cookies.timeZone,
      consumeCheckUp: (connectionId) => limits.consume('check-up', connectionId),
      onDisconnect: (fact) => logger.info({ event: 'connection.disconnected', ...fact }),
    }),
  ]

  function noteEnd(
    { result }: StoredConnectResult,
    facts: { readonly requestId: RequestId; readonly reason?: string },
  ): void {
    const { outcome, intent, reference, connectionId } = result
    // The page says that it is noted: nobody but us can mend that.
    const level = outcome === 'misconfigured' ? 'error' : 'info'
    logger[level]({ event: 'attempt.ended', outcome, intent, reference, connectionId, ...facts })
    metrics.attempt(attemptOutcomeOf(outcome))
  }
}
