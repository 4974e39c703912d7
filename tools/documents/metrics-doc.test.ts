import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServerEngine } from '@counterfoil/bff/server'
import { parseConfig } from '@counterfoil/bff-app/config'
import { createCallLog } from '@counterfoil/provider/graphql/execution/call-record'
import { createProviderMetrics, showConnections } from '@counterfoil/provider/operations/provider-metrics'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import type { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../step.ts'

const read = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8')

/** The settings without a default. */
const SETTINGS = {
  BFF_SESSION_SECRETS: testSecret('sessions'),
  BFF_TOKEN_KEYS: `k1:${Buffer.from(testSecret('tokens'), 'base64url').toString('base64')}`,
  BFF_PROVIDER_AUTH_URL: 'http://127.0.0.1:1',
  BFF_PROVIDER_GRAPHQL_URL: 'http://127.0.0.1:1/graphql',
  BFF_PROVIDER_CLIENT_ID: 'client',
  BFF_PROVIDER_CLIENT_SECRET: testSecret('client'),
}

/** Every metric of both services, as it is registered. */
async function registered(): Promise<readonly { name: string; kind: string; labels: readonly string[] }[]> {
  const bff = createMetrics({ service: 'bff' })
  const config = parseConfig(SETTINGS, () => undefined)
  const noReads = { operations: {}, readFigures: () => Promise.reject(new Error('nothing is read')) }
  const engine = await startServerEngine(config, noReads, {
    registry: bff,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  await engine.close()
  const provider = createMetrics({ service: 'provider' })
  createProviderMetrics(provider)
  createRequestMetrics(provider, 'provider')
  showConnections(provider, () => ({ used: 0, idle: 0, waiting: 0 }))
  const applicationLog = { record: () => undefined, recordUse: () => undefined }
  createCallLog({ applicationLog, clock: () => 0, metrics: provider })
  return [...describeRegistry(bff), ...describeRegistry(provider)]
}

function describeRegistry(registry: Registry) {
  return registry.getMetricsAsArray().map((metric) => {
    const { labelNames } = registry.getSingleMetric(metric.name) as unknown as { labelNames: string[] }
    return {
      name: metric.name,
      kind: String(metric.type),
      labels: labelNames.filter((label) => label !== 'le'),
    }
  })
}

/** The rows of the document's tables. */
function documented() {
  const rows = read('docs', 'metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| [^|]+ \|$/gm)
  return [...rows].map(([, name = '', kind = '', labels = '']) => ({ name, kind, labels }))
}

describe('the metrics', () => {
  it('match the document by name, kind and labels', async () => {
    const known = await registered()
    const rows = documented()
    const key = ({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`
    expect(rows.map(key).toSorted()).toEqual(known.map(key).toSorted())
    for (const { name, labels } of known) {
      const said = rows.find((row) => row.name === name)?.labels ?? ''
      const missing = labels.filter((label) => !said.includes(`\`${label}\``))
      expect(missing, name).toEqual([])
    }
  })

  it('follow one naming scheme', async () => {
    for (const { name, kind } of await registered()) {
      expect(name).toMatch(/^(?:counterfoil|provider)_[a-z_]+$/)
      expect(name.endsWith('_seconds'), name).toBe(kind === 'histogram')
      expect(name.endsWith('_total'), name).toBe(kind === 'counter')
    }
  })

  it.each([
    ['alert rules', ['deploy', 'prometheus', 'alerts.yaml']],
    ['tests of the alert rules', ['deploy', 'prometheus', 'alerts-tests.yaml']],
    ['dashboard', ['deploy', 'grafana', 'dashboard.json']],
  ])('exist if the %s name them', async (_what, path) => {
    const known = new Set((await registered()).map(({ name }) => name))
    const named = read(...path).match(/\b(?:counterfoil|provider)_[a-z_]+/g) ?? []
    const unknown = named.filter(
      (name) => !known.has(name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, '')),
    )
    expect(named.length).toBeGreaterThan(5)
    expect([...new Set(unknown)]).toEqual([])
  })

  it('are all on the dashboard, except counters of rare events', async () => {
    const shown = read('deploy', 'grafana', 'dashboard.json')
    const absent = (await registered()).map(({ name }) => name).filter((name) => !shown.includes(name))
    expect(absent.toSorted()).toEqual([
      'counterfoil_graphql_replays_total',
      'counterfoil_session_cookies_signed_anew_total',
      'provider_authorize_total',
      'provider_revoke_total',
      'provider_swept_rows_total',
    ])
  })
})

describe('the alert rules', () => {
  it('each have a test', () => {
    const names = (file: string, key: string) =>
      new Set(
        [...read('deploy', 'prometheus', file).matchAll(new RegExp(`${key}: (\\w+)`, 'g'))].map(
          (it) => it[1],
        ),
      )
    expect(names('alerts-tests.yaml', 'alertname')).toEqual(names('alerts.yaml', 'alert'))
  })
})
