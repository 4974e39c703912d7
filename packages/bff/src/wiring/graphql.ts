import { createAnswerKeeper } from '#graphql/answer-keeper.ts'
import { createCommandSender } from '#graphql/command-sender.ts'
import { createFirstReader } from '#graphql/first-read.ts'
import { createGraphqlListener } from '#graphql/graphql-responder.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import { createFiguresOf } from '#graphql/read-figures.ts'
import { createListReader, PAGES_AT_ONCE } from '#graphql/read-list.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import type { Dependencies } from './dependencies.ts'

/** Whole lists that one session has sent at the same time: two tabs. */
const LISTS_AT_ONCE = 2

/**
 * The ways of a query to the provider: `POST /graphql`, figures, and what a page begins with while it is rendered. They share
 * operations, limits and the call itself.
 */
export function joinGraphql(deps: Dependencies) {
  const { reads, clock, logger, mayLog, metrics, limits, connections, accessTokens: tokens } = deps
  const tracing = deps.telemetry?.tracing
  const keeping = { keep: deps.lastReads.keep, clock, later: (task: () => void) => void setImmediate(task) }
  const { upstream, allowance } = deps
  const { recordCall } = deps
  const { refusals } = deps.config.provider
  const way = { ...{ clock, metrics, connections, tokens, recordCall }, upstream, allowance, refusals }
  const callProvider = createProviderCaller({ ...way, answers: createAnswerKeeper(keeping) })
  const sendCommand = createCommandSender({
    records: deps.idempotencyRecords,
    ...{ callProvider, clock, wait: deps.wait },
    leaseMs: deps.overrides.leaseMs,
  })
  const calls = {
    ...{ clock, logger, metrics, limits, connections, tokens, mayLog },
    operations: deps.config.provider.graphql === undefined ? {} : reads.operations,
    concurrency: deps.concurrency.graphql,
    callProvider,
  }
  const readFigures = createFiguresOf({
    ...{ ...calls, ...keeping, callProvider: createProviderCaller(way) },
    readFigures: reads.readFigures,
    refusals,
    offers: deps.config.provider.offers,
    look: deps.lastLooks.look,
  })
  const readList = createListReader({
    ...{ ...calls, callProvider: createProviderCaller(way), wait: deps.wait, sessions: deps.sessions },
    limit: 'list-pages',
    refusals,
    concurrency: createConcurrencyLimit(LISTS_AT_ONCE * PAGES_AT_ONCE),
  })
  const { checkRules, reader: sessions } = deps
  return {
    callProvider: createProviderCaller(way),
    readFigures,
    readList,
    lists: createConcurrencyLimit(LISTS_AT_ONCE),
    readFirst: createFirstReader({ ...calls, readFigures }),
    listener: createGraphqlListener({
      ...{ ...calls, checkRules, sessions, tracing, sendCommand },
      publicUrl: deps.config.publicUrl,
    }),
  }
}
