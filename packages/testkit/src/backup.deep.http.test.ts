import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram } from '@counterfoil/tools/debian-programs'
import { provideWholePostgres } from '@counterfoil/tools/provision'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBackupStack } from './backup-stack.ts'
import { runChild } from './child.ts'
import { sharePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** Of an access token, and a little more. */
const ACCESS_TOKEN_MS = 7_201_000
const redisCli = await provideProgram('redis-cli')
const wholePostgres = await provideWholePostgres()
const runPostgres = (name: string, args: readonly string[]) =>
  runChild(join(wholePostgres?.binDir ?? '', name), args, {
    env: { ...process.env, ...wholePostgres?.env },
  })

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

  const saveRedis = async (redis: TestRedis): Promise<void> => {
    await runChild(redisCli ?? '', ['-u', redis.url, '--rdb', join(folder, 'dump.rdb')])
  }
  /** A snapshot is read by a Redis without append-only file only; the file is switched on afterwards. */
  const restoreRedis = async (): Promise<TestRedis> => {
    const restored = kept(await startRedis({ args: ['--dir', folder, '--dbfilename', 'dump.rdb'] }))
    const client = new Redis(restored.url)
    await client.config('SET', 'appendonly', 'yes')
    await client.quit()
    return restored
  }

  const embedded = {
    name: 'the embedded database: its folder, copied while nothing runs',
    first: async () => ({ PROVIDER_DATA_DIR: join(folder, 'provider') }),
    save: async () => cp(join(folder, 'provider'), join(folder, 'saved'), { recursive: true }),
    restore: async () => ({ PROVIDER_DATA_DIR: join(folder, 'saved') }),
  }
  let postgres: TestPostgres
  const server = {
    name: 'PostgreSQL: pg_dump, pg_restore into an empty database (needs both)',
    async first() {
      postgres = kept(await startPostgres(wholePostgres))
      return { DATABASE_URL: (await postgres.createDatabase()).url }
    },
    save: async ({ DATABASE_URL = '' }: Record<string, string>) =>
      runPostgres('pg_dump', ['--format=custom', '--file', join(folder, 'harbour.dump'), DATABASE_URL]),
    async restore() {
      const { url } = await postgres.createDatabase()
      await runPostgres('pg_restore', ['--no-owner', '--dbname', url, join(folder, 'harbour.dump')])
      return { DATABASE_URL: url }
    },
  }

  for (const [way, isPossible] of [
    [embedded, true],
    [server, wholePostgres !== undefined],
  ] as const)
    it.skipIf(!isPossible)(
      `of ${way.name}; and of Redis, by its snapshot`,
      { timeout: 180_000 },
      async () => {
        const stack = await createBackupStack(kept)
        const location = await way.first()
        const provider = await stack.startProvider(location)
        await stack.register(provider)
        const redis = kept(await startRedis({ persistence: true }))
        const app = await stack.startApp(redis.url)
        const maria = stack.visitor('single@harbour.example')
        await maria.connect()
        const id = (await maria.connections())[0]?.id ?? ''
        expect(await maria.query(id)).toBe('200')

        // The backup; the embedded database is copied while nobody has it open.
        await saveRedis(redis)
        await provider.close()
        await way.save(location)

        // What happens afterwards is not in it.
        const second = await stack.startProvider(location)
        expect(await maria.disconnect(id)).toBe(200)
        expect((await maria.connections())[0]?.state).toBe('disconnected')
        await app.close()
        await second.close()

        const restored = await restoreRedis()
        await stack.startProvider(await way.restore())
        const again = await stack.startApp(restored.url)
        // The same browser is signed in, and what it had withdrawn since is back, at both ends.
        expect((await maria.connections()).map(({ state }) => state)).toEqual(['connected'])
        expect(await maria.query(id)).toBe('200')

        // Without a backup of Redis nobody is signed in.
        await again.close()
        const empty = kept(await startRedis())
        await stack.startApp(empty.url)
        expect(await maria.connections()).toEqual([])
      },
    )

  for (const { tokens, options, mariaIs } of [
    { tokens: 'stay', options: [], mariaIs: '200' },
    { tokens: 'rotate', options: ['--rotate-refresh-tokens'], mariaIs: 'reconnect-required' },
  ] as const)
    it(`of one store that is older than the other, where refresh tokens ${tokens}: asks people to connect again whose tokens one of them does not know`, async () => {
      const stack = await createBackupStack(kept)
      postgres = kept(await sharePostgres())
      const database = await postgres.createDatabase()
      const first = await stack.startProvider({ DATABASE_URL: database.url })
      await stack.register(first, options)
      const redis = kept(await startRedis({ persistence: true }))
      const app = await stack.startApp(redis.url)
      const maria = stack.visitor('single@harbour.example')
      await maria.connect()
      const id = (await maria.connections())[0]?.id ?? ''

      // Both are saved. A copy stands for a dump: nobody may have the database open.
      await saveRedis(redis)
      await first.close()
      const older = await postgres.createDatabase(database.name)

      // Since then Maria's tokens were refreshed, twice, and somebody else has connected.
      const second = await stack.startProvider({ DATABASE_URL: database.url })
      for (let times = 0; times < 2; times += 1) {
        app.advance(ACCESS_TOKEN_MS)
        expect(await maria.query(id)).toBe('200')
      }
      const otto = stack.visitor('many@harbour.example')
      await otto.connect()
      const other = (await otto.connections())[0]?.id ?? ''
      expect(await otto.query(other)).toBe('200')
      await second.close()

      // The database is older. Who is not known there is asked to connect again, and can.
      const third = await stack.startProvider({ DATABASE_URL: older.url })
      expect(await maria.query(id)).toBe(mariaIs)
      expect(await otto.query(other)).toBe('reconnect-required')
      await otto.connect()
      expect(await otto.query(other)).toBe('200')
      await third.close()
      await app.close()

      // Redis is older.
      await stack.startProvider({ DATABASE_URL: database.url })
      const restored = await restoreRedis()
      const again = await stack.startApp(restored.url)
      again.advance(2 * ACCESS_TOKEN_MS)
      expect(await otto.connections()).toEqual([])
      expect(await maria.query(id)).toBe(mariaIs)
      await maria.connect()
      expect(await maria.query(id)).toBe('200')
    })
})
