import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createBrowserAgent, formTo } from './browser-agent.ts'
import { startStack, type Stack } from './start-stack.ts'
import { operationBody } from './test-operations.ts'
import { until } from './until.ts'

type SentSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly service: string
}
type SentTraces = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<SentSpan, 'service'>[] }[]
  }[]
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

describe('a trace', () => {
  const bodies: { readonly path: string; readonly text: string }[] = []
  const collector = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      bodies.push({ path: req.url ?? '', text: gunzipSync(Buffer.concat(chunks)).toString() })
      res.end('{}')
    })
  })
  let stack: Stack | undefined
  afterAll(async () => {
    vi.unstubAllEnvs()
    await stack?.close()
    collector.closeAllConnections()
    collector.close()
  })

  const spans = (): readonly SentSpan[] =>
    bodies
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ text }) => (JSON.parse(text) as SentTraces).resourceSpans)
      .flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })))
      })

  it('goes from the BFF through the provider into the database, and no secret is in it', async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const address = collector.address()
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip')
    const otel = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    }
    stack = await startStack({ bff: otel, provider: otel })
    const agent = createBrowserAgent()
    const page = await agent.visit(`${stack.appUrl}/`)
    const signIn = await agent.submit(page, formTo(page, '/connect/start'))
    const account = { email: 'single@harbour.example', password: 'harbour-demo' }
    const consent = await agent.submit(signIn, formTo(signIn, '/sign-in'), account)
    await agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow' })
    const own = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', origin: stack.appUrl }
    const session = await agent.send('GET', `${stack.appUrl}/api/session`, { headers: own })
    const [connection] = session.json<{ connections: { id: string }[] }>().connections
    const answer = await agent.send('POST', `${stack.appUrl}/graphql`, {
      headers: {
        ...own,
        'content-type': 'application/json',
        'x-counterfoil-connection': connection?.id ?? '',
        traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify(operationBody()),
    })
    expect(answer.status).toBe(200)
    const cookies = [agent.cookies(stack.appUrl), agent.cookies(stack.providerUrl)]
    const secrets = await stack.configuredSecrets()
    // The sending at the end is limited to half a second, which a busy machine may need for less.
    await until('the collector has all of it', () => {
      const text = bodies.map((body) => body.text).join('')
      const names = new Set(spans().flatMap((span) => (span.traceId === TRACE_ID ? [span.name] : [])))
      const isWhole = names.has('POST /graphql') && names.has('POST /graphql/public')
      return (
        isWhole &&
        text.includes('counterfoil_graphql_seconds') &&
        text.includes('provider_database_statement')
      )
    })
    await stack.close()
    stack = undefined

    const inTrace = spans().filter(({ traceId }) => traceId === TRACE_ID)
    const parentOf = (span: SentSpan | undefined) =>
      inTrace.find(({ spanId }) => spanId === span?.parentSpanId)
    const statement = inTrace.find(
      ({ service, name }) => service === 'harbour-provider' && name.startsWith('select '),
    )
    const atProvider = parentOf(statement)
    const call = parentOf(atProvider)
    const atBff = parentOf(call)
    expect([atBff, call, atProvider].map((span) => `${span?.service}: ${span?.name}`)).toEqual([
      'counterfoil-bff: POST /graphql',
      'counterfoil-bff: graphql WhoAmI',
      'harbour-provider: POST /graphql/public',
    ])
    expect(atBff?.parentSpanId).toBe('b7ad6b7169203331')

    const everything = bodies.map(({ text }) => text).join('')
    const values = cookies.flatMap((text) => text.split('; ').map((cookie) => cookie.split('=')[1] ?? ''))
    for (const secret of [...secrets, ...values, account.password, account.email, connection?.id ?? ''])
      if (secret.length > 5) expect(everything.includes(secret), `${secret.slice(0, 4)}…`).toBe(false)
    expect(everything).not.toMatch(/[?&](?:code|state)=/)
    const metrics = bodies.filter(({ path }) => path === '/v1/metrics').map(({ text }) => text)
    expect(metrics.join('')).toContain('counterfoil_graphql_seconds')
    expect(metrics.join('')).toContain('provider_database_statement_seconds')
  })
})
