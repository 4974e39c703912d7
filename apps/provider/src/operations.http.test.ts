import http from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { startChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import { sql } from 'kysely'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { asClientId } from '@counterfoil/oauth/testing/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { openDatabase } from './database/open-database.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { parseConfig } from './config.ts'
import { runProvider } from './run.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'

describe('the endpoints for operators', () => {
  let provider: ProviderFixture
  beforeAll(async () => {
    provider = await startProvider({ env: { PROVIDER_METRICS_TOKEN: METRICS_TOKEN } })
  })
  afterAll(() => provider.close())
  const get = (path: string, headers: Record<string, string> = {}) => fetch(provider.base + path, { headers })

  it('distinguish a living process from one that can serve', async () => {
    expect(await (await get('/health/live')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/health/ready')).json()).toEqual({ status: 'ok' })
  })

  it('count every outcome by its reason', async () => {
    const client = await provider.createClient()
    const { refreshToken } = await provider.connect(client)
    await provider.refresh(client, refreshToken)
    await provider.refresh(client, 'unknown')
    await provider.authorize(client, { scope: 'x' })
    await provider.authorize({ ...client, clientId: asClientId('nobody') })
    await provider.revoke(client, refreshToken)
    await provider.post('/oauth2/token/', { grant_type: 'a "label" of a stranger' })
    const metrics = await (await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text()
    for (const line of [
      'provider_token_total{grant_type="authorization_code",outcome="ok",reason=""',
      'provider_token_total{grant_type="refresh_token",outcome="refused",reason="refresh_token_unknown"',
      'provider_token_total{grant_type="other",outcome="refused",reason="client_id_missing"',
      'provider_authorize_total{outcome="refused_redirect",reason="scope_unknown"',
      'provider_authorize_total{outcome="refused_page",reason="client_unknown"',
      'provider_revoke_total{outcome="ok",reason="refresh_token_revoked"',
    ]) {
      expect(metrics).toContain(line)
    }
    expect(metrics).not.toContain('stranger')
  })

  it('give the metrics to nobody without their token, not even on this machine', async () => {
    expect((await get('/metrics')).status).toBe(404)
    expect((await get('/metrics', { authorization: 'Bearer guess' })).status).toBe(404)
  })

  it('show people the reference that is in the log', async () => {
    const response = await get('/oauth2/authorize/?client_id=nobody', { 'x-request-id': 'request-7f2k-91' })
    expect(response.headers.get('x-request-id')).toBe('request-7f2k-91')
    const reference = />([2-9A-Z]{4}-[2-9A-Z]{2})</.exec(await response.text())?.[1] ?? 'none'
    // A request is logged when its connection has finished the answer, which may be after the client received it.
    await until('the log has the reference', () =>
      provider
        .logs()
        .split('\n')
        .some((line) => line.includes('request-7f2k-91') && line.includes(`"reference":"${reference}"`)),
    )
  })

  it('answer a fault of ours with 500 and a reference, without its message', async () => {
    const { db } = provider.deps
    await sql`alter table authorization_requests rename to hidden_requests`.execute(db)
    const page = await get(
      `/oauth2/authorize/?client_id=${(await provider.createClient()).clientId}&response_type=code&scope=user:read`,
    )
    expect(page.status).toBe(500)
    const text = await page.text()
    expect(/relation|authorization_requests|at .*\.ts/.test(text)).toBe(false)
    await sql`alter table hidden_requests rename to authorization_requests`.execute(db)
    expect(provider.logs()).toContain('authorization_requests')

    await sql`alter table token_families rename to hidden_tokens`.execute(db)
    const client = await provider.createClient()
    const answer = await provider.refresh(client, 'x')
    expect([answer.status, answer.json['error']]).toEqual([500, 'server_error'])
    expect(answer.text).not.toContain('token_families')
    await sql`alter table hidden_tokens rename to token_families`.execute(db)
  })
})

describe('starting while the database is away', () => {
  it('keeps the process alive, leaves connections to running processes, and serves once the database answers', async () => {
    const postgres = await sharePostgres()
    const database = new URL((await postgres.createMigratedDatabase()).url)
    const gate = createServer((socket) => {
      const there = connect(Number(database.port), database.hostname)
      socket.pipe(there).pipe(socket)
      for (const end of [socket, there]) end.on('error', () => socket.destroy() && there.destroy())
    })
    const [gatePort, port] = [await freePort(), await freePort()]
    // The listening socket of the service manager, which another process accepts from.
    const other = http.createServer((_, res) => res.end('the other process'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port: sharedPort } = other.address() as AddressInfo
    const { fd } = (other as unknown as { _handle: { fd: number } })._handle
    const provider = startChild(
      'sh',
      [
        ...['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'],
        ...[process.execPath, programFile('apps/provider/src/main.ts')],
      ],
      {
        passedFd: fd,
        env: {
          PROVIDER_SECRET: testSecret(),
          PROVIDER_PORT: String(port),
          PROVIDER_ADMIN_SOCKET: 'none',
          DATABASE_URL: Object.assign(new URL(database), { port: String(gatePort) }).href,
        },
      },
    )
    const logged = (event: string) => provider.output().split(`"event":"${event}"`).length - 1
    await until('it has tried the database twice', () => logged('database.awaited') > 1)
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect(await get('/health/live')).toBe(200)
    expect(await get('/health/ready')).toBe(503)
    expect(await get('/sign-in')).toBe(503)
    const shared = async () => {
      const headers = { connection: 'close' }
      return (await fetch(`http://127.0.0.1:${sharedPort}/health/live`, { headers })).text()
    }
    for (let count = 0; count < 20; count += 1) expect(await shared()).toBe('the other process')
    gate.listen(gatePort, '127.0.0.1')
    await until('it has started', () => logged('provider.started') > 0)
    expect(await get('/health/ready')).toBe(200)
    other.close()
    expect(await shared()).toBe('{"status":"ok"}')
    await provider.stop('SIGTERM', 20_000)
    gate.close()
    await postgres.close()
  })
})

describe('stopping', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres.close())

  it('completes the running answer, writes the log, and then accepts no more', async () => {
    const { url } = await postgres.createMigratedDatabase()
    const location = { kind: 'postgres', url, maxConnections: 3 } as const
    const beside = await openDatabase(location)
    const lines: string[] = []
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const config = parseConfig({
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_ADMIN_SOCKET: 'none',
      DATABASE_URL: url,
    })
    const provider = await runProvider(config, {
      logger: createLogger({ name: 'provider', level: 'info', destination }),
    })
    const { clientId, clientSecret } = (await provider.admin([
      'application',
      'create',
      '--name',
      'A',
      '--redirect',
      'http://a.example/cb',
      '--restriction',
      'single_business',
    ])) as { clientId: ClientId; clientSecret: ClientSecret }

    // A lock in the database delays the answer until the test releases it.
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const locking = beside.db.transaction().execute(async (trx) => {
      await sql`lock table token_families in access exclusive mode`.execute(trx)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`.execute(beside.db)
      return rows[0]?.n
    }
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: 'x',
      redirect_uri: 'y',
    })
    const answer = fetch(`${provider.url}/oauth2/token/`, { method: 'POST', body })
    await until('the request waits for the lock', async () => (await waiting()) === 1)
    const closed = provider.close()
    await until('nobody is let in any more', async () => {
      const socket = connect(provider.port, '127.0.0.1')
      try {
        await once(socket, 'connect')
        return false
      } catch {
        return true
      } finally {
        socket.destroy()
      }
    })
    held.resolve()
    await locking
    expect((await answer).status).toBe(400)
    await closed
    expect(lines.join('')).toContain('provider.stopped')
    const logged = await beside.db.selectFrom('application_log').select('reason').execute()
    expect(logged).toEqual([{ reason: 'refresh_token_unknown' }])
    await beside.close()
  })
})
