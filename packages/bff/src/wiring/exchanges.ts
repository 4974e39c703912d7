import { createFinishAttempt, type FinishPorts } from '#connect/finish-attempt.ts'
import { createReplace } from '#connect/replace-connection.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import { createExchangeJournal } from '#revocation/exchange-journal-store.ts'
import { createLostExchanges } from '#revocation/lost-exchanges.ts'
import type { Connected } from './connections.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'
import { newTokenSetId } from './tokens.ts'

/** Codes for tokens, and what becomes of a code whose answer was never seen. */
export function joinExchanges(
  deps: Opened &
    Stores &
    Provider &
    Connected &
    Sessions &
    Pick<FinishPorts, 'connectResults' | 'countLiving'>,
) {
  const { redis, box, storeTime, logger, endpoint } = deps
  const { realm } = deps.config.provider
  const journal = createExchangeJournal({ redis, box, storeTime, confirm: deps.replication.confirm })
  return {
    exchanges: journal.list,
    settleExchange: createLostExchanges({
      ...{ journal, endpoint },
      onSettled: (outcome) => logger.warn({ event: 'exchange.lost', outcome }),
    }),
    finish: createFinishAttempt({
      ...deps,
      hasBusinessPages: deps.config.hasBusinessPages,
      journal,
      connections: deps.connectionStore,
      addConnection: deps.principals.addConnection,
      announce: deps.changes.announce,
      principalIdOf: (userId) => principalIdOf(realm, userId),
      replace: createReplace({ disconnect: deps.revocation.disconnect, wait: deps.wait }),
      newId: newTokenSetId,
      onOddAnswer: (fact) => logger.warn({ event: 'token.answer-odd', ...fact }),
    }),
  }
}
