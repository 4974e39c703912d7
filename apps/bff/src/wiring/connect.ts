import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { randomId } from '@counterfoil/service/random'
import type { ConnectionId, PrincipalId, SessionId, TokenSetId } from '@counterfoil/oauth/ids'
import { connectionIdOf } from '#connections/connection-store.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import type { joinConnections } from './connections.ts'
import type { StoreTime } from '#redis/store-time.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import type { Replication } from '#redis/replication-store.ts'
import { claimIdOf, type SessionChanges } from '#session/session-changes-store.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import type { Dispatcher } from 'undici'
import type { Config } from '../config.ts'
import type { SessionReader } from '#session/session-reader-store.ts'
import { createAttemptStore } from '#connect/attempt-store.ts'
import { createAwaken } from '#connect/awaken.ts'
import { createSameSiteRelayStore } from '#connect/same-site-relay-store.ts'
import { createExchangeJournal } from '#revocation/exchange-journal-store.ts'
import { createFinishAttempt } from '#connect/finish-attempt.ts'
import { createConnectResultStore } from '#connect/connect-result-store.ts'
import type { Expectation } from '#connect/attempt.ts'
import { createConnectResultReading, createReplace } from '#connect/replace-connection.ts'
import { createLostExchanges } from '#revocation/lost-exchanges.ts'
import { createPkceQuestion } from '#provider/metadata-client.ts'

type Connections = Pick<
  ReturnType<typeof joinConnections>,
  | 'accessTokens'
  | 'connections'
  | 'connectionStore'
  | 'endpoint'
  | 'pendingRevocations'
  | 'principals'
  | 'probe'
  | 'revocation'
  | 'revocationOf'
>

/** From the connect form to the result: attempts, exchanges, results. */
export function joinConnect(
  deps: Connections & {
    readonly config: Config
    readonly store: RedisClient
    readonly replication: Replication
    readonly box: SealedBox
    readonly dispatcher: Dispatcher
    readonly redirectUri: string
    readonly changes: SessionChanges
    readonly logger: Logger
    readonly clock: Clock
    readonly storeTime: StoreTime
    readonly random: () => number
    readonly wait: (ms: number) => Promise<void>
    readonly reader: SessionReader
  },
) {
  const {
    box,
    clock,
    storeTime,
    random,
    endpoint,
    probe,
    principals,
    redirectUri,
    connections,
    reader,
    wait,
  } = deps
  const { redis } = deps.store
  const { authUrl, pkce } = deps.config.provider
  const connectResults = createConnectResultStore({ redis })
  const journal = createExchangeJournal({ redis, box, storeTime, confirm: deps.replication.confirm })
  const countLiving = async (principalId: PrincipalId, exceptId?: ConnectionId) =>
    (await connections.list(principalId)).filter(
      ({ id, health }) => health.state !== 'disconnected' && id !== exceptId,
    ).length
  return {
    attempts: createAttemptStore({ redis, box }),
    relays: createSameSiteRelayStore({ redis, box }),
    connectResults,
    countLiving,
    awaken: createAwaken({ freshen: deps.accessTokens.freshen, wait }),
    readConnectResult: createConnectResultReading(deps),
    /** Who is signed in in a browser, as an attempt may have to compare with. */
    async findPresent(cookieHeader: string | undefined): Promise<Expectation | undefined> {
      const session = await reader.read(cookieHeader)
      const person = session && (await principals.findPerson(session.principalId))
      return person && session && { principalId: session.principalId, businessName: null, ...person }
    },
    takesPkce: createPkceQuestion({ authUrl, setting: pkce, dispatcher: deps.dispatcher, clock }),
    exchanges: journal.list,
    settleExchange: createLostExchanges({
      journal,
      endpoint,
      onSettled: (outcome) => deps.logger.warn({ event: 'exchange.lost', outcome }),
    }),
    finish: createFinishAttempt({
      journal,
      onOddAnswer: ({ resultId, oddFields }) =>
        deps.logger.warn({ event: 'token.answer-odd', resultId, oddFields }),
      claimIdOf,
      endpoint,
      probe,
      connections: deps.connectionStore,
      addConnection: principals.addConnection,
      announce: deps.changes.announce,
      pendingRevocations: deps.pendingRevocations,
      connectResults,
      principalIdOf: (userId) => principalIdOf(authUrl, userId),
      connectionIdOf,
      replace: createReplace({ disconnect: deps.revocation.disconnect, wait }),
      countLiving,
      redirectUri,
      clock,
      storeTime,
      random,
      newId: () => randomId() as TokenSetId,
    }),
    forgetClaim: (claim: { readonly principalId: PrincipalId; readonly claimId: SessionId }) =>
      principals.removeSession(claim.principalId, claim.claimId),
  }
}
