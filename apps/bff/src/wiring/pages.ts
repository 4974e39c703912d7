import type { FirstQuery } from '@counterfoil/bff-api/session'
import { isPrefetch } from '@counterfoil/service/prefetch'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Request, Response, Router } from 'express'
import { createBootLoader } from '#pages/boot-responder.ts'
import { presentRequestId, presentTrace } from '#http/request-context-middleware.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { createDraftKeys } from '#session/draft-keys.ts'
import { presentSession } from '#session/session-responder.ts'
import type { Dependencies } from './dependencies.ts'
import type { joinGraphql } from './graphql.ts'

/** Pages, with what they show and what they ask first. */
export function joinPages(
  deps: Dependencies,
  { readFirst }: Pick<ReturnType<typeof joinGraphql>, 'readFirst'>,
): Router {
  const { config, web, mayLog } = deps
  return createPageRoutes({
    web,
    publicUrl: config.publicUrl,
    signInUrls: () => [deps.metadata.signInUrl(), ...config.provider.signInOrigins],
    loadBoot: createBootLoader({ ...deps, draftKeysOf: createDraftKeys(config.sessionSecrets) }),
    onPartError: (error) =>
      deps.logger.error({ event: 'page.part-broke', err: error, requestId: presentRequestId() }),
    /** Undefined for a page that nobody looks at yet. */
    readFirst(req: Request, res: Response, query: FirstQuery) {
      const session = presentSession(res)
      if (session === undefined || isPrefetch(req)) return undefined
      return readFirst(query, {
        ...{ session, res, requestId: requestIdOf(res), trace: presentTrace(), headers: req.headers },
        mayLog: () => mayLog(req),
      })
    },
  })
}
