import type { FirstQuery } from '@counterfoil/bff-api/session'
import { isPrefetch } from '@counterfoil/service/prefetch'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Request, Response, Router } from 'express'
import { createBootLoader } from '#pages/boot-responder.ts'
import { presentRequestId, presentTrace } from '@counterfoil/bff/http/request-context-middleware'
import type { WebBuild } from '#pages/web-build-files.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { createDraftKeys } from '@counterfoil/bff/session/draft-keys'
import { presentSession } from '@counterfoil/bff/session/session-responder'
import type { Dependencies } from '@counterfoil/bff/wiring/dependencies'
import type { joinGraphql } from '@counterfoil/bff/wiring/graphql'

/** Pages, with what they show and what they ask first. */
export function joinPages(
  deps: Dependencies,
  web: WebBuild,
  { readFirst }: Pick<ReturnType<typeof joinGraphql>, 'readFirst'>,
): Router {
  const { config, mayLog } = deps
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
