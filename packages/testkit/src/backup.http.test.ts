import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadWebBuild } from '@counterfoil/bff/pages/web-build-files'
import { parseConfig } from '@counterfoil/provider/config'
import { runProvider } from '@counterfoil/provider/run'
import { createLogger } from '@counterfoil/service/logger'
import { counterfoilApplication } from '@counterfoil/tools/counterfoil-application'
import { provideRedis } from '@counterfoil/tools/provision'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBrowserAgent, formTo } from './browser-agent.ts'
import { freePort } from './free-port.ts'
import { sharePostgres, type TestPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { startBff } from './start-bff.ts'
import { operationBody, TEST_OPERATIONS } from './test-operations.ts'

const WEB_DIR = join(import.meta.dirname, '../../../apps/web/dist')
const run = promisify(execFile)
const hasPgDump = spawnSync('pg_dump', ['--version']).error === undefined

/** As docs/operations.md says it is done, section "Backups". */
describe('a backup', () => {
  let folder: string
  const closers: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'))
  })
  afterEach(async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
    await rm(folder, { recursive: true, force: true })
  })
  const kept = <Closable extends { close(): Promise<unknown> }>(opened: Closable): Closable => {
    closers.push(() => opened.close())
    return opened
  }

  const embedded = {
    name: 'the embedded database: its folder, copied while nothing runs',
    first: async () => ({ PROVIDER_DATA_DIR: join(folder, 'provider') }),
    save: async () => cp(join(folder, 'provider'), join(folder, 'saved'), { recursive: true }),
    restore: async () => ({ PROVIDER_DATA_DIR: join(folder, 'saved') }),
  }
  let postgres: TestPostgres
  const server = {
    name: 'PostgreSQL: pg_dump, pg_restore into an empty database (skipped without them on the path)',
    async first() {
      postgres = kept(await sharePostgres())
      return { DATABASE_URL: (await postgres.createDatabase()).url }
    },
    save: async ({ DATABASE_URL = '' }: Record<string, string>) =>
      run('pg_dump', ['--format=custom', '--file', join(folder, 'harbour.dump'), DATABASE_URL]),
    async restore() {
      const { url } = await postgres.createDatabase()
      await run('pg_restore', ['--no-owner', '--dbname', url, join(folder, 'harbour.dump')])
      return { DATABASE_URL: url }
    },
  }

  for (const [way, isPossible] of [
    [embedded, true],
    [server, hasPgDump],
  ] as const)
    it.skipIf(!isPossible)(
      `of ${way.name}; and of Redis, by its snapshot`,
      { timeout: 180_000 },
      async () => {
        const [providerPort, appPort] = [await freePort(), await freePort()]
        const [providerUrl, appUrl] = [`http://127.0.0.1:${providerPort}`, `http://localhost:${appPort}`]
        const startProvider = async (database: Record<string, string>) =>
          kept(
            await runProvider(
              parseConfig({
                PROVIDER_PORT: String(providerPort),
                PROVIDER_PUBLIC_URL: providerUrl,
                PROVIDER_SECRET: 'one-secret-that-stays-the-same-all-along',
                PROVIDER_SEED: 'people',
                PROVIDER_SEED_POSTGRES: 'true',
                PROVIDER_ADMIN_SOCKET: 'none',
                ...database,
              }),
              { logger: createLogger({ name: 'provider', level: 'silent' }) },
            ),
          )
        const location = await way.first()
        const provider = await startProvider(location)
        const application = (await provider.admin(counterfoilApplication(appUrl))) as {
          clientId: string
          clientSecret: string
        }
        const web = await loadWebBuild(WEB_DIR)
        const startApp = async (redisUrl: string, env: Readonly<Record<string, string>> = {}) =>
          kept(
            await startBff({
              redisUrl,
              provider: { authUrl: providerUrl, graphqlUrl: `${providerUrl}/graphql/public`, ...application },
              env: {
                BFF_PORT: String(appPort),
                BFF_PUBLIC_URL: appUrl,
                ...env,
                REDIS_URL: redisUrl,
              },
              overrides: { web: { ...web, operations: { ...web.operations, ...TEST_OPERATIONS } } },
            }),
          )
        const redis = kept(await startRedis({ persistence: true }))
        const app = await startApp(redis.url)
        const agent = createBrowserAgent()
        const headers = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', origin: appUrl }
        const connections = async () =>
          (await agent.send('GET', `${appUrl}/api/session`, { headers })).json<{
            connections: { id: string; state: string }[]
          }>().connections
        const query = async (id: string) =>
          agent.send('POST', `${appUrl}/graphql`, {
            headers: { ...headers, 'content-type': 'application/json', 'x-counterfoil-connection': id },
            body: JSON.stringify(operationBody()),
          })

        const page = await agent.visit(`${appUrl}/`)
        const signIn = await agent.submit(page, formTo(page, '/connect/start'))
        const account = { email: 'single@harbour.example', password: 'harbour-demo' }
        const consent = await agent.submit(signIn, formTo(signIn, '/sign-in'), account)
        await agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow' })
        const id = (await connections())[0]?.id ?? ''
        expect((await query(id)).status).toBe(200)

        // The backup; the embedded database is copied while nobody has it open.
        const snapshot = join(folder, 'dump.rdb')
        await run((await provideRedis()).replace(/-server$/, '-cli'), ['-u', redis.url, '--rdb', snapshot])
        await provider.close()
        await way.save(location)

        // What happens afterwards is not in it.
        const second = await startProvider(location)
        const disconnect = `${appUrl}/api/connections/${id}/disconnect`
        expect((await agent.send('POST', disconnect, { headers })).status).toBe(200)
        expect((await connections())[0]?.state).toBe('disconnected')
        await app.close()
        await second.close()

        // A snapshot is read by a Redis without append-only file only; the file is switched on afterwards.
        const args = ['--dir', folder, '--dbfilename', 'dump.rdb']
        const restored = kept(await startRedis({ args }))
        const client = new Redis(restored.url)
        await client.config('SET', 'appendonly', 'yes')
        await client.quit()
        await startProvider(await way.restore())
        const again = await startApp(restored.url, app.env)
        // The same browser is signed in, and what it had withdrawn since is back, at both ends.
        expect((await connections()).map(({ state }) => state)).toEqual(['connected'])
        expect((await query(id)).status).toBe(200)

        // Without a backup of Redis nobody is signed in.
        await again.close()
        const empty = kept(await startRedis())
        await startApp(empty.url, app.env)
        expect(await connections()).toEqual([])
      },
    )
})
