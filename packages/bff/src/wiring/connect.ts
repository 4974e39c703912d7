import { createAttemptStore } from '#connect/attempt-store.ts'
import type { Expectation } from '#connect/attempt.ts'
import { createRenewBeforeStart } from '#connect/renew-before-start.ts'
import { createConnectResultStore } from '#connect/connect-result-store.ts'
import { createConnectResultReading } from '#connect/replace-connection.ts'
import { createSameSiteRelayStore } from '#connect/same-site-relay-store.ts'
import type { SignIn } from '#connect/open-connection.ts'
import type { SessionCarrier } from '#session/session-reader.ts'
import type { Connected } from './connections.ts'
import { joinExchanges } from './exchanges.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'

export type Connect = ReturnType<typeof joinConnect>

/** From the connect form to the result: attempts, exchanges, results. */
export function joinConnect(deps: Opened & Stores & Provider & Connected & Sessions) {
  const { redis, box, wait, principals, reader } = deps
  const connectResults = createConnectResultStore({ redis })
  const { countLiving } = deps.connections
  return {
    attempts: createAttemptStore({ redis, box }),
    relays: createSameSiteRelayStore({ redis, box }),
    connectResults,
    countLiving,
    renewBeforeStart: createRenewBeforeStart({ freshen: deps.accessTokens.freshen, wait }),
    readConnectResult: createConnectResultReading(deps),
    /** Who is signed in in a browser, as an attempt may have to compare with. */
    async findPresent(request: SessionCarrier): Promise<Expectation | undefined> {
      const session = await reader.read(request)
      const person = session && (await principals.findPerson(session.principalId))
      return person && session && { principalId: session.principalId, businessName: null, ...person }
    },
    forgetReservation: ({ principalId, reservationId }: SignIn) =>
      principals.removeSession(principalId, reservationId),
    ...joinExchanges({ ...deps, connectResults, countLiving }),
  }
}
