import { createServerApp } from '@counterfoil/bff/app'
import type { Engine } from '@counterfoil/bff/engine'
import type { FirstQuery } from '@counterfoil/bff-api/session'
import { presentRequestId, presentTrace } from '@counterfoil/bff/http/request-context-middleware'
import { createDraftKeys } from '@counterfoil/bff/session/draft-keys'
import { presentSession } from '@counterfoil/bff/session/session-responder'
import { isPrefetch } from '@counterfoil/service/prefetch'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Request, Response } from 'express'
import type { RequestListener } from 'node:http'
import { createFiguresRoutes } from './api/figures-routes.ts'
import { createListRoutes } from './api/list-routes.ts'
import { createBrowserReportRoutes } from '#browser-reports/browser-report-routes.ts'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createBootLoader } from '#pages/boot-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { WebBuild } from '#pages/web-build-files.ts'

/** The engine with the pages of the web build; a request goes through it from top to bottom. */
export function createApp(engine: Engine, web: WebBuild): RequestListener {
  const { config, clock, logger, metrics, mayLog } = engine
  const reports = createBrowserReportRoutes({
    clock,
    onReport(report) {
      metrics.browserReport(report)
      logger.warn({ event: 'browser.report', ...report })
    },
  })
  return createServerApp(engine, {
    open: [createAssetRoutes({ web }), reports],
    routes: [createFiguresRoutes(engine), createListRoutes(engine)],
    pages: createPageRoutes({
      web,
      publicUrl: config.publicUrl,
      signInUrls: () => [engine.metadata.signInUrl(), ...config.provider.signInOrigins],
      loadBoot: createBootLoader({ ...engine, draftKeysOf: createDraftKeys(config.sessionSecrets) }),
      onPartError: (err) => logger.error({ event: 'page.part-broke', err, requestId: presentRequestId() }),
      /** Undefined for a page that nobody looks at yet. */
      readFirst(req: Request, res: Response, query: FirstQuery) {
        const session = presentSession(res)
        if (session === undefined || isPrefetch(req)) return undefined
        const caller = { session, requestId: requestIdOf(res), trace: presentTrace(), headers: req.headers }
        return engine.readFirst(query, { ...caller, res, mayLog: () => mayLog(req) })
      },
    }),
  })
}
