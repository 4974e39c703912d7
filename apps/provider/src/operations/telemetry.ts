import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { routeOf } from '@counterfoil/service/telemetry/route-of'
import { openTelemetry, type TelemetryConfig } from '@counterfoil/service/telemetry/telemetry'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import { createTracing } from '@counterfoil/service/telemetry/tracing'
import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import { describeStatement, type OnStatement } from '#database/ended-statement.ts'

/** Sends traces and metrics to a collector. */
export interface ProviderTelemetry {
  /** Begins the trace of a request. All later handlers run inside it. */
  readonly middleware: RequestHandler
  /** Adds a statement to the trace of the current request. Statements of background work are not traced. */
  readonly onStatement: OnStatement
  close(): Promise<void>
}

/** Returns undefined if no collector is configured; tracing then costs nothing. */
export async function createTelemetry(deps: {
  readonly config: TelemetryConfig | undefined
  readonly logger: Logger
  readonly registry: Registry
}): Promise<ProviderTelemetry | undefined> {
  const { config } = deps
  if (config === undefined) return undefined
  const { tracer, close } = await openTelemetry({
    config,
    serviceName: 'harbour-provider',
    registry: deps.registry,
    onTrouble: (facts) => deps.logger.warn(facts),
  })
  const tracing = createTracing(tracer)
  const places = new AsyncLocalStorage<TraceContext>()

  const middleware: RequestHandler = (req, res, next) => {
    const place = tracing.begin(req, res, {
      path: req.originalUrl.replace(/[?#].*$/s, ''),
      route: () => routeOf(req),
      requestId: () => requestIdOf(res),
    })
    places.run(place, next)
  }

  const onStatement: OnStatement = ({ text, tookMs, isError }) => {
    const place = places.getStore()
    if (place?.isSampled !== true) return
    const { operation, table } = describeStatement(text)
    tracing.addCall(place, {
      name: table === undefined ? operation : `${operation} ${table}`,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      },
      tookMs,
      isError,
    })
  }
  return { close, middleware, onStatement }
}
