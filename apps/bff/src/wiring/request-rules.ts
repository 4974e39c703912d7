import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { readCookie } from '@counterfoil/service/cookies'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createRateLimits } from '#limits/rate-limits-store.ts'
import { createRequestLines } from '#limits/request-lines.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import { bodyBudgetFor } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { SessionReader } from '#session/session-reader-store.ts'
import type { Config } from '../config.ts'

/** What every request is held to. */
export function joinRequestRules(deps: {
  readonly config: Config
  readonly store: RedisClient
  readonly reader: SessionReader
  readonly cookies: CookieNames
  readonly metrics: BffMetrics
  readonly logger: Logger
  readonly clock: Clock
}) {
  const { config, cookies, clock, logger, metrics } = deps
  const { publicUrl, trustedProxies } = config
  const limits = createRateLimits({ store: deps.store, clock, limits: config.limits })
  const mayLog = createRequestLines({
    ...{ logger, clock, trustedProxies },
    linesPerMinute: config.logLinesPerMinute,
  })
  const { graphqlConcurrencyPerSession: atOnce } = config.limits
  const concurrency = { graphql: createConcurrencyLimit(atOnce), api: createConcurrencyLimit(atOnce) }
  const checkRules = createRequestRules({
    limits,
    clock,
    trustedProxies,
    guardOrigin: createOriginGuard({ publicUrl, logger, mayLog, metrics }),
    sessionDigestOf: deps.reader.sessionDigestOf,
    hasOurCookie: (header) =>
      readCookie(header, cookies.session) !== undefined || readCookie(header, cookies.browser) !== undefined,
    concurrency,
    maxBodyBytes: config.limits.maxBodyBytes,
    bodies: bodyBudgetFor(config.limits.maxBodyBytes),
  })
  return { limits, concurrency, mayLog, checkRules }
}
