import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Tracing } from '@counterfoil/service/telemetry/tracing'
import type { LastLookStore } from '#connections/last-look-store.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '#limits/concurrency.ts'
import { createProviderAllowance } from '#limits/provider-allowance-store.ts'
import type { RateLimits } from '#limits/rate-limits-store.ts'
import type { MayLog } from '#limits/request-log-limit.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { ConfirmedStoreDeps, SealedStoreDeps } from '#redis/confirm.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'
import type { createRequestRules } from '#request-rules/request-rules.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import type { AppReads, EngineConfig, Overrides } from './config.ts'
import { createAnswerKeeper } from '#graphql/answer-keeper.ts'
import { createCommandSender } from '#graphql/command-sender.ts'
import { createFirstReader } from '#graphql/first-read.ts'
import type { ProviderCallDeps } from '#graphql/graphql-ports.ts'
import { createGraphqlListener } from '#graphql/graphql-responder.ts'
import { createIdempotencyRecords } from '#graphql/idempotency-records-store.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import { createFiguresOf } from '#graphql/read-figures.ts'
import { PAGES_AT_ONCE, createListReader } from '#graphql/read-list.ts'

/** The limits of a provider to which no GraphQL is proxied. */
const NO_LIMITS = { perMinutePerConnection: 1, perMinute: 1 }
/** The number of whole lists that one session can read at the same time: two tabs. */
const LISTS_AT_ONCE = 2

interface GraphqlPorts
  extends
    Pick<ProviderCallDeps, 'connections' | 'recordCall' | 'upstream'>,
    ConfirmedStoreDeps,
    SealedStoreDeps {
  readonly config: EngineConfig
  readonly overrides: Pick<Overrides, 'leaseMs'>
  readonly reads: AppReads
  readonly provider: ProviderProfile
  readonly accessTokens: AccessTokens
  readonly lastReads: LastReadStore
  readonly lastLooks: LastLookStore
  readonly reader: SessionReader
  readonly sessions: SessionStore
  readonly limits: RateLimits
  /** The limit of concurrent calls of a session. */
  readonly concurrency: ConcurrencyLimit
  readonly checkRules: ReturnType<typeof createRequestRules>
  readonly mayLog: MayLog
  readonly tracing: Tracing | undefined
  readonly metrics: BffMetrics
  readonly logger: Logger
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

/** Creates the queries of browsers, lists, figures, and what a page begins with: the same operations, limits and call. */
export function createGraphql(ports: GraphqlPorts) {
  const { config, provider, accessTokens: tokens, lastReads, lastLooks, reads } = ports
  const { refusals } = provider
  const keeping = {
    keep: lastReads.keep,
    clock: ports.clock,
    later: (task: () => void) => void setImmediate(task),
  }
  const allowance = createProviderAllowance({ ...ports, limits: provider.graphql?.limits ?? NO_LIMITS })
  const calling = { ...ports, tokens, allowance, refusals }
  const callProvider = createProviderCaller(calling)
  const callAndKeep = createProviderCaller({ ...calling, answers: createAnswerKeeper(keeping) })
  const operations = provider.graphql === undefined ? {} : reads.operations
  const reading = { ...ports, tokens, operations, callProvider, refusals }
  const figuring = {
    ...reading,
    ...keeping,
    readFigures: reads.readFigures,
    offers: provider.offers,
    find: lastReads.find,
  }
  const readFigures = createFiguresOf({ ...figuring, look: lastLooks.look })
  const records = createIdempotencyRecords(ports)
  const { leaseMs } = ports.overrides
  return {
    callProvider,
    readFigures,
    /** Reads figures without noting that the person has looked at them. */
    readFiguresUnseen: createFiguresOf({
      ...figuring,
      look: async (id) => ({ beforeMs: undefined, putOff: await lastLooks.findPutOff(id) }),
    }),
    readList: createListReader({
      ...reading,
      limit: 'list-pages',
      concurrency: createConcurrencyLimit(LISTS_AT_ONCE * PAGES_AT_ONCE),
    }),
    lists: createConcurrencyLimit(LISTS_AT_ONCE),
    readFirst: createFirstReader({ ...reading, callProvider: callAndKeep, readFigures }),
    resealRecords: records.reseal,
    graphqlListener: createGraphqlListener({
      ...reading,
      publicUrl: config.publicUrl,
      sessions: ports.reader,
      callProvider: callAndKeep,
      sendCommand: createCommandSender({ ...ports, records, callProvider: callAndKeep, leaseMs }),
    }),
  }
}
