import { createAnswerKeeper } from '#graphql/answer-keeper.ts'
import { createCommandClaims } from '#graphql/command-claims-store.ts'
import { createCommandSender } from '#graphql/command-sender.ts'
import { createFirstReader } from '#graphql/first-read-client.ts'
import { createGraphqlListener } from '#graphql/graphql-routes.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import type { Dependencies } from './dependencies.ts'

/**
 * The two ways of a query to the provider: `POST /graphql`, and what a page asks first while it is rendered. They share
 * operations, limits and the call itself.
 */
export function joinGraphql(deps: Dependencies) {
  const { web, clock, logger, mayLog, metrics, limits, connections, accessTokens: tokens } = deps
  const tracing = deps.telemetry?.tracing
  const answers = createAnswerKeeper({ keep: deps.lastReads.keep, clock })
  const { upstream, allowance } = deps
  const callProvider = createProviderCaller({
    ...{ clock, metrics, connections, tokens, tracing, answers, upstream, allowance },
  })
  const { redis, box, storeTime } = deps
  const sendCommand = createCommandSender({
    claims: createCommandClaims({ redis, box, storeTime, confirm: deps.replication.confirm }),
    ...{ callProvider, wait: deps.wait },
    patienceMs: deps.commandPatienceMs,
  })
  const calls = {
    ...{ clock, logger, metrics, limits, connections, tokens, operations: web.operations, mayLog },
    concurrency: deps.concurrency.graphql,
    callProvider,
  }
  const { checkRules, reader: sessions } = deps
  return {
    readFirst: createFirstReader(calls),
    listener: createGraphqlListener({
      ...{ ...calls, checkRules, sessions, tracing, sendCommand },
      publicUrl: deps.config.publicUrl,
    }),
  }
}
