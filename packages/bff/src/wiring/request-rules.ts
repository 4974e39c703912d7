import { readCookie } from '@counterfoil/service/cookies'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createRateLimits } from '#limits/rate-limits-store.ts'
import { createRequestLogLimit } from '#limits/request-log-limit.ts'
import { bodyBudgetFor } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import type { Opened } from './opened.ts'
import type { Sessions } from './sessions.ts'

/** What every request is held to. */
export function joinRequestRules(deps: Opened & Sessions) {
  const { config, cookies, clock, logger, metrics } = deps
  const { publicUrl, trustedProxies } = config
  const limits = createRateLimits({ store: deps.store, clock, limits: config.limits })
  const mayLog = createRequestLogLimit({
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
    hasOurCookie: (headers) =>
      readCookie(headers, cookies.session) !== undefined ||
      readCookie(headers, cookies.browser) !== undefined,
    concurrency,
    maxBodyBytes: config.limits.maxBodyBytes,
    bodies: bodyBudgetFor(config.limits.maxBodyBytes),
  })
  return { limits, concurrency, mayLog, checkRules }
}
