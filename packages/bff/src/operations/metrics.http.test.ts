import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { createMetrics, createMetricsRoutes } from '@counterfoil/service/telemetry/metrics'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBffMetrics } from './bff-metrics.ts'

describe('the metrics endpoint', () => {
  let open: Listening
  let closed: Listening
  beforeAll(async () => {
    const registry = createMetrics({ service: 'bff' })
    const metrics = createBffMetrics(registry)
    metrics.graphql('relayed', 12)
    metrics.replay('answered')
    metrics.refusedRequest('origin')
    metrics.refresh('renewed')
    metrics.lockWait(30)
    metrics.attempt('abandoned')
    metrics.sessionEnded('idle')
    metrics.revocation('again')
    metrics.revocationsOverdue(3)
    metrics.providerCall({ call: 'graphql', status: undefined, tookMs: 20 })
    metrics.storeCommand('get', false, 1)
    metrics.connectionChanged({ from: 'connected', to: 'reconnect' })
    metrics.circuit(true)
    metrics.browserReport({ kind: 'error', what: 'TypeError' })
    metrics.storeReady(true)
    const serve = (token: string | undefined) => {
      const app = express()
      app.use(createMetricsRoutes({ registry, token }))
      return listen(app, { host: '127.0.0.1', port: 0 })
    }
    open = await serve('s3cret')
    closed = await serve(undefined)
  })
  afterAll(async () => {
    await open.close(0)
    await closed.close(0)
  })

  it.each([
    'counterfoil_graphql_seconds_count{service="bff",outcome="relayed"} 1',
    'counterfoil_graphql_replays_total{result="answered",service="bff"} 1',
    'counterfoil_requests_refused_total{layer="origin",service="bff"} 1',
    'counterfoil_token_refreshes_total{outcome="renewed",service="bff"} 1',
    'counterfoil_refresh_lock_wait_seconds_sum{service="bff"} 0.03',
    'counterfoil_connect_attempts_total{how="abandoned",service="bff"} 1',
    'counterfoil_sessions_ended_total{reason="idle",service="bff"} 1',
    'counterfoil_revocations_total{result="again",service="bff"} 1',
    'counterfoil_revocations_overdue{service="bff"} 3',
    'counterfoil_provider_call_seconds_count{service="bff",call="graphql",status="none"} 1',
    'counterfoil_store_command_seconds_count{service="bff",command="get",outcome="done"} 1',
    'counterfoil_connection_changes_total{from="connected",to="reconnect",service="bff"} 1',
    'counterfoil_circuit_open{service="bff"} 1',
    'counterfoil_browser_reports_total{kind="error",what="TypeError",service="bff"} 1',
    'counterfoil_store_ready{service="bff"} 1',
  ])('returns %s to callers with the token', async (line) => {
    const answer = await fetch(`${open.url}/metrics`, { headers: { authorization: 'Bearer s3cret' } })
    expect(await answer.text()).toContain(line)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([{}, { authorization: 'Bearer s3cre' }, { authorization: 's3cret' }, { authorization: '' }])(
    'answers 404 to a caller with %j',
    async (headers) => {
      expect((await fetch(`${open.url}/metrics`, { headers })).status).toBe(404)
    },
  )

  it('answers 404 if no token is configured', async () => {
    const headers = { authorization: 'Bearer undefined' }
    expect((await fetch(`${closed.url}/metrics`, { headers })).status).toBe(404)
  })
})
