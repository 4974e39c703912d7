import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram } from '@counterfoil/tools/machine/debian-programs'
import { provideWholePostgres } from '@counterfoil/tools/machine/provision'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBackupStack } from './backup-stack.ts'
import { runChild } from './child.ts'
import { createProtectedRole, sharePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** A little more than the lifetime of an access token, in milliseconds. */
const ACCESS_TOKEN_MS = 7_201_000
const redisCli = await provideProgram('redis-cli')
const wholePostgres = await provideWholePostgres()
const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
/** Passwords with characters that are special to a shell, an address, a password file or a configuration. */
const PASSWORDS = { postgres: `p:a\\s's "w$o#r%d@/?é&`, redis: `r:e\\d'i "s$p#a%s@/?ü&` }

/** Returns the commands of the table of backups for `what`, word by word. */
function documentedCommands(what: string): { readonly save: string; readonly restore: string } {
  const row = new RegExp(`^\\| ${what} \\|(.*)\\|(.*)\\|$`, 'm').exec(DOCUMENT)
  const command = (cell = '') => /`((?:pg_|redis-cli )[^`]*)`/.exec(cell)?.[1] ?? ''
  return { save: command(row?.[1]), restore: command(row?.[2]) }
}
const COMMANDS = { postgres: documentedCommands('PostgreSQL'), redis: documentedCommands('Redis') }

/** Tests the steps of docs/operations.md, section "Backups". */
describe('a backup', () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

  /** Puts a program on the path of the documented commands; it first records the list of processes. */
  async function putOnPath(name: string, program: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    const settings = Object.entries(env).map(([key, value]) => `export ${key}=${inQuotes(value ?? '')}\n`)
    const script = `#!/bin/sh\ncat /proc/[0-9]*/cmdline >> ${path('seen')} 2>/dev/null\n${settings.join('')}exec ${inQuotes(program)} "$@"\n`
    await writeFile(path(`bin/${name}`), script, { mode: 0o755 })
  }
  /** Runs a documented command, with the addresses and the passwords in a file as documented. */
  const runDocumented = (command: string) =>
    runChild('sh', ['-c', `set -a; . ${path('backup.env')}; set +a; ${command}`], {
      cwd: folder,
      env: { PATH: `${path('bin')}:${process.env['PATH']}` },
    })
  const setting = (name: string, value: string) =>
    appendFile(path('backup.env'), `${name}=${inQuotes(value)}\n`)
  const closers: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'))
    await mkdir(path('bin'))
    await putOnPath('redis-cli', redisCli ?? '')
    for (const name of ['pg_dump', 'pg_restore'])
      await putOnPath(name, join(wholePostgres?.binDir ?? '', name), wholePostgres?.env)
    const line = `127.0.0.1:*:*:harbour:${PASSWORDS.postgres.replaceAll(/[:\\]/g, String.raw`\$&`)}\n`
    await writeFile(path('pgpass'), line, { mode: 0o600 })
    await setting('PGPASSFILE', path('pgpass'))
    await setting('REDISCLI_AUTH', PASSWORDS.redis)
  })
  afterEach(async () => {
    const seen = await readFile(path('seen'), 'utf8')
    expect(seen).toContain('--rdb')
    for (const password of Object.values(PASSWORDS)) expect(seen).not.toContain(password)
    for (const closer of closers.splice(0).toReversed()) await closer()
    await rm(folder, { recursive: true, force: true })
  })
  const kept = <Closable extends { close(): Promise<unknown> }>(opened: Closable): Closable => {
    closers.push(() => opened.close())
    return opened
  }

  /** Requires a password from Redis clients. Returns the address with the password. */
  const protectRedis = async (redis: TestRedis): Promise<string> => {
    const client = new Redis(redis.url)
    await client.config('SET', 'requirepass', PASSWORDS.redis)
    await client.quit()
    await setting('BACKUP_REDIS_URL', redis.url)
    return `redis://default:${encodeURIComponent(PASSWORDS.redis)}@127.0.0.1:${redis.port}`
  }
  const startProtectedRedis = async () => protectRedis(kept(await startRedis({ persistence: true })))
  const saveRedis = () => runDocumented(COMMANDS.redis.save)
  /** A snapshot is read by a Redis without append-only file only; the file is switched on afterwards. */
  const restoreRedis = async (): Promise<string> => {
    const restored = kept(await startRedis({ args: ['--dir', folder, '--dbfilename', 'dump.rdb'] }))
    const url = await protectRedis(restored)
    await runDocumented(COMMANDS.redis.restore)
    const client = new Redis(url)
    expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes'])
    await client.quit()
    return url
  }

  const embedded = {
    name: 'the embedded database: its folder, copied while nothing runs',
    first: async () => ({ PROVIDER_DATA_DIR: join(folder, 'provider') }),
    save: () => cp(join(folder, 'provider'), join(folder, 'saved'), { recursive: true }),
    restore: async () => ({ PROVIDER_DATA_DIR: join(folder, 'saved') }),
  }
  let postgres: TestPostgres
  /** Creates a database with a role `harbour` whose password is required. Returns its address. */
  const createProtectedDatabase = async (): Promise<string> => {
    const { url, name, execute } = await postgres.createDatabase()
    await execute(`alter database ${name} owner to harbour`)
    const own = new URL(url)
    own.username = 'harbour'
    await setting('BACKUP_DATABASE_URL', own.href)
    own.password = encodeURIComponent(PASSWORDS.postgres)
    return own.href
  }
  const server = {
    name: 'PostgreSQL: pg_dump, pg_restore into an empty database (needs both)',
    async first() {
      postgres = kept(await startPostgres(wholePostgres))
      await createProtectedRole(postgres, 'harbour', PASSWORDS.postgres)
      return { DATABASE_URL: await createProtectedDatabase() }
    },
    save: () => runDocumented(COMMANDS.postgres.save),
    async restore() {
      const url = await createProtectedDatabase()
      await runDocumented(COMMANDS.postgres.restore)
      return { DATABASE_URL: url }
    },
  }

  for (const [way, isPossible] of [
    [embedded, true],
    [server, wholePostgres !== undefined],
  ] as const)
    it.skipIf(!isPossible)(`of ${way.name}; and of Redis, by its snapshot`, async () => {
      const stack = await createBackupStack(kept)
      const location = await way.first()
      const provider = await stack.startProvider(location)
      await stack.register(provider)
      const app = await stack.startApp(await startProtectedRedis())
      const maria = stack.visitor('single@harbour.example')
      await maria.connect()
      const id = (await maria.connections())[0]?.id ?? ''
      expect(await maria.query(id)).toBe('200')

      // The backup; the embedded database is copied while no process has it open.
      await saveRedis()
      await provider.close()
      await way.save()

      // Later changes are not in it.
      const second = await stack.startProvider(location)
      expect(await maria.disconnect(id)).toBe(200)
      expect((await maria.connections())[0]?.state).toBe('disconnected')
      await app.close()
      await second.close()

      const restored = await restoreRedis()
      await stack.startProvider(await way.restore())
      const again = await stack.startApp(restored)
      // The same browser is signed in, and the connection withdrawn since is back, on both sides.
      expect((await maria.connections()).map(({ state }) => state)).toEqual(['connected'])
      expect(await maria.query(id)).toBe('200')

      // Without a backup of Redis nobody is signed in.
      await again.close()
      const empty = kept(await startRedis())
      await stack.startApp(empty.url)
      expect(await maria.connections()).toEqual([])
    })

  for (const { tokens, options, mariaIs } of [
    { tokens: 'stay', options: [], mariaIs: '200' },
    { tokens: 'rotate', options: ['--rotate-refresh-tokens'], mariaIs: 'reconnect-required' },
  ] as const)
    it(`of one store that is older than the other, where refresh tokens ${tokens}: asks people to connect again if one store lacks their tokens`, async () => {
      const stack = await createBackupStack(kept)
      postgres = kept(await sharePostgres())
      const database = await postgres.createDatabase()
      const first = await stack.startProvider({ DATABASE_URL: database.url })
      await stack.register(first, options)
      const app = await stack.startApp(await startProtectedRedis())
      const maria = stack.visitor('single@harbour.example')
      await maria.connect()
      const id = (await maria.connections())[0]?.id ?? ''

      // Both are saved. A copy represents a dump: nobody may have the database open.
      await saveRedis()
      await first.close()
      const older = await postgres.createDatabase(database.name)

      // Since then Maria's tokens were refreshed twice, and another person has connected.
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

      // The database is older. A person it does not know must connect again, and can.
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
      const again = await stack.startApp(restored)
      again.advance(2 * ACCESS_TOKEN_MS)
      expect(await otto.connections()).toEqual([])
      expect(await maria.query(id)).toBe(mariaIs)
      await maria.connect()
      expect(await maria.query(id)).toBe('200')
    })
})
