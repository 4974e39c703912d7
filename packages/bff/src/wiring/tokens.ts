import type { TokenSetId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/random'
import { presentRequestId } from '#http/request-context-middleware.ts'
import { createAccessTokens } from '#refresh/access-tokens.ts'
import { createRefreshLocks } from '#refresh/refresh-lock-store.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Stores } from './stores.ts'

export const newTokenSetId = () => randomId() as TokenSetId

/** Access tokens, refreshed when they are old. */
export function joinTokens(deps: Opened & Stores & Provider) {
  const { clock, random, wait, endpoint, pendingRevocations, logger, metrics } = deps
  const { leaseMs, onStep } = deps.overrides
  return createAccessTokens({
    ...{ clock, random, wait, endpoint, pendingRevocations, newId: newTokenSetId },
    connections: deps.connectionStore,
    locks: createRefreshLocks({ redis: deps.redis, ...(leaseMs === undefined ? {} : { leaseMs }) }),
    onRefresh(report) {
      metrics.refresh(report.outcome)
      // Our credentials refused: nobody but us can mend that.
      const level = report.outcome === 'misconfigured' ? 'error' : 'info'
      logger[level]({ event: 'token.refresh', ...report, requestId: presentRequestId() })
    },
    onLockWait: metrics.lockWait,
    onCircuit: metrics.circuit,
    ...(onStep === undefined ? {} : { onStep }),
  })
}
