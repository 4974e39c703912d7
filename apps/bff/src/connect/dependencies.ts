import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { randomId } from '@counterfoil/service/random'
import { connectionIdOf, principalIdOf } from '#connections/connection-store.ts'
import type { joinConnections } from '#connections/dependencies.ts'
import type { StoreClock } from '#redis/clock-store.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import { claimIdOf, type SessionChanges } from '#session/session-changes-store.ts'
import type { SealedBox } from '#tokens/sealed-box.ts'
import type { Dispatcher } from 'undici'
import type { Config } from '../config.ts'
import { createAttemptStore } from './attempt-store.ts'
import { createBounceStore } from './bounce-store.ts'
import { createExchangeJournal } from './exchange-journal-store.ts'
import { createFinishAttempt } from './finish-attempt.ts'
import { createFlowStore } from './flow-store.ts'
import { createLostExchanges } from './lost-exchanges.ts'
import { createPkceQuestion } from './provider-metadata-client.ts'

type Connections = Pick<
  ReturnType<typeof joinConnections>,
  'endpoint' | 'probe' | 'principals' | 'outbox' | 'connectionStore'
>

/** From the connect form to the result: attempts, exchanges, results. */
export function joinConnect(
  deps: Connections & {
    readonly config: Config
    readonly store: RedisClient
    readonly box: SealedBox
    readonly dispatcher: Dispatcher
    readonly redirectUri: string
    readonly changes: SessionChanges
    readonly logger: Logger
    readonly clock: Clock
    readonly now: StoreClock
    readonly dice: () => number
  },
) {
  const { box, clock, now, dice, endpoint, probe, principals, redirectUri } = deps
  const { redis } = deps.store
  const { authUrl, pkce } = deps.config.provider
  const flows = createFlowStore({ redis })
  const journal = createExchangeJournal({ redis, box, now })
  return {
    attempts: createAttemptStore({ redis, box }),
    bounces: createBounceStore({ redis, box }),
    flows,
    takesPkce: createPkceQuestion({ authUrl, setting: pkce, dispatcher: deps.dispatcher, clock }),
    lostExchanges: createLostExchanges({
      journal,
      endpoint,
      onFailure: ({ id, err }) => deps.logger.error({ event: 'exchange.unsettled', exchangeId: id, err }),
      onSettled: (outcome) => deps.logger.warn({ event: 'exchange.lost', outcome }),
    }),
    finish: createFinishAttempt({
      journal,
      claimIdOf,
      endpoint,
      probe,
      connections: deps.connectionStore,
      addConnection: principals.addConnection,
      announce: deps.changes.announce,
      doomed: deps.outbox,
      flows,
      principalIdOf: (userId) => principalIdOf(authUrl, userId),
      connectionIdOf,
      redirectUri,
      clock,
      dice,
      newId: randomId,
    }),
    forgetClaim: (claim: { readonly principalId: string; readonly claimId: string }) =>
      principals.removeSession(claim.principalId, claim.claimId),
  }
}
