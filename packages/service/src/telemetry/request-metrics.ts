import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { Histogram, type Registry } from 'prom-client'
import { routeOf } from './route-of.ts'

/** The prefix of the names of a service's metrics. */
export type MetricFamily = 'counterfoil' | 'provider'

/** Rate, errors and duration of every request, by the pattern of its route: no label contains a caller's text. */
export interface RequestMetrics {
  /** Measures the requests to all handlers after it. */
  readonly middleware: RequestHandler
  /** Measures a request that passes no middleware. */
  observe(req: IncomingMessage, res: ServerResponse, findRoute: () => string): void
}

export function createRequestMetrics(registry: Registry, family: MetricFamily): RequestMetrics {
  const seconds = new Histogram({
    name: `${family}_http_request_seconds`,
    help: 'Requests by method, route and status, with the time until their answer was sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const observe: RequestMetrics['observe'] = (req, res, findRoute) => {
    const startedAtMs = performance.now()
    res.on('close', () => {
      // 499: the caller disconnected before the response was sent.
      const status = res.writableFinished ? res.statusCode : 499
      const labels = { method: req.method ?? '', route: findRoute(), status }
      seconds.observe(labels, (performance.now() - startedAtMs) / 1000)
    })
  }
  return {
    observe,
    middleware: (req, res, next) => {
      observe(req, res, () => routeOf(req))
      next()
    },
  }
}
