import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { MEMORY_FOLDER_SETTING } from '@counterfoil/tools/machine/memory-folder'
import type { PostgresPrograms } from '@counterfoil/tools/machine/postgres-programs'
import { providePostgres, provideWholePostgres } from '@counterfoil/tools/machine/provision'
import { runChild } from './child.ts'
import { freePort } from './free-port.ts'

/** An empty or copied database of a test server. */
export type TestDatabase = {
  readonly url: string
  readonly name: string
  /** Runs one statement in it. */
  execute(sql: string): Promise<void>
  drop(): Promise<void>
}

/** A real PostgreSQL on a free loopback port; or the one `TEST_DATABASE_URL` names. */
export type TestPostgres = {
  /** The address of the maintenance database. */
  readonly url: string
  /** A new database; a copy of `template` (a name from an earlier call) costs about 30 ms. */
  createDatabase(template?: string): Promise<TestDatabase>
  /** Creates a database with the provider's tables, if this server is the one shared by the files of a run. */
  createMigratedDatabase(): Promise<TestDatabase>
  /** Stops the server as a crash would, without a word to its clients. */
  crash(): Promise<void>
  /** Starts the server again after {@link TestPostgres.crash}, with the same port and data. */
  start(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Connects to a database; the caller ends the connection. */
export async function connectPostgres(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** Returns the user that runs PostgreSQL if the tests run as root, which PostgreSQL refuses. */
export async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([runChild('id', ['-u', name]), runChild('id', ['-g', name])])
      return { uid: Number(uid), gid: Number(gid) }
    } catch {
      continue
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".')
}

const SHARED_URL = 'COUNTERFOIL_SHARED_POSTGRES_URL'
const MIGRATED = 'COUNTERFOIL_MIGRATED_DATABASE'

/**
 * The server that `shared-postgres-setup.ts` started for all files of a run; outside such a run, one of its own. Closing
 * it drops the databases made by it.
 */
export async function sharePostgres(): Promise<TestPostgres> {
  const url = process.env[SHARED_URL]
  return url === undefined ? startPostgres() : serverAt(url, process.env[MIGRATED])
}

/**
 * Lets every later process share a server.
 *
 * @param server.migrated name of a migrated database without rows
 */
export function letShare(server: { readonly url: string; readonly migrated: string }): void {
  process.env[SHARED_URL] = server.url
  process.env[MIGRATED] = server.migrated
}

/** Starts a PostgreSQL server for one test file that stops it, or counts its work. Takes two seconds of processor time. */
export async function startPostgres(programs?: PostgresPrograms): Promise<TestPostgres> {
  const existing = process.env['TEST_DATABASE_URL']
  if (existing !== undefined && existing !== '') return serverAt(existing)
  const { binDir, env: programEnv } = programs ?? (await providePostgres())
  const user = await serverUser()
  const folder = await mkdtemp(join(process.env[MEMORY_FOLDER_SETTING] ?? tmpdir(), 'counterfoil-postgres-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const port = await freePort()
  const data = join(folder, 'data')
  const env = { ...process.env, ...programEnv, LC_ALL: 'C' }
  const program = (name: string, args: readonly string[]): Promise<unknown> =>
    runChild(join(binDir, name), args, { env, cwd: folder, ...user })

  const settings = [
    `-p ${port}`,
    `-c listen_addresses=127.0.0.1`,
    `-c unix_socket_directories=''`,
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'].map(
      (it) => `-c ${it}`,
    ),
    // It may lie in memory.
    '-c max_wal_size=256MB',
  ].join(' ')
  const start = async (): Promise<void> => {
    await program('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', settings, '-w', 'start'])
  }
  await program('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8'])
  await start()
  const stop = (): Promise<unknown> => program('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
  const close = async (): Promise<void> => {
    await stop().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  return {
    ...serverAt(`postgres://postgres@127.0.0.1:${port}/postgres`),
    crash: async () => void (await stop()),
    start,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Starts a server whose databases can be dumped.
 *
 * @throws Error without `pg_dump`
 */
export async function startDumpablePostgres(): Promise<
  TestPostgres & { dump(url: string, ...options: readonly string[]): Promise<string> }
> {
  const programs = await provideWholePostgres()
  if (programs === undefined) throw new Error('pg_dump is not on this machine and could not be fetched.')
  const dump = (url: string, ...options: readonly string[]) =>
    runChild(join(programs.binDir, 'pg_dump'), [...options, url], {
      env: { ...process.env, ...programs.env },
    })
  return { ...(await startPostgres(programs)), dump }
}

/** Creates a role with a required password. */
export async function createProtectedRole(
  postgres: TestPostgres,
  role: string,
  password: string,
): Promise<void> {
  const { execute, drop } = await postgres.createDatabase()
  await execute(`create role ${role} login password '${password.replaceAll("'", "''")}'`)
  const rules = [`${role} 127.0.0.1/32 scram-sha-256`, 'postgres 127.0.0.1/32 trust']
  const lines = rules.map((rule) => `(''host all ${rule}'')`).join()
  await execute(`do $$ begin execute format(
    'copy (select * from (values ${lines}) as rules) to %L', current_setting('hba_file')); end $$`)
  await execute('select pg_reload_conf()')
  await drop()
}

/** @param migrated the name of a database with all tables, where the server has one */
function serverAt(url: string, migrated?: string): TestPostgres {
  const elsewhere = async (): Promise<never> => {
    throw new Error('A server that was not started here is not stopped here.')
  }
  const made = new Set<string>()
  const dropDatabase = async (name: string): Promise<void> => {
    await statement(url, `drop database if exists ${name} with (force)`)
    made.delete(name)
  }
  const close = async (): Promise<void> => {
    for (const name of made) await dropDatabase(name)
  }
  const createDatabase = async (template?: string): Promise<TestDatabase> => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const copied = template === undefined ? '' : ` template ${template}`
    await statement(url, `create database ${name}${copied}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    made.add(name)
    return {
      url: own.href,
      name,
      execute: (sql) => statement(own.href, sql),
      drop: () => dropDatabase(name),
    }
  }
  return {
    url,
    createDatabase,
    createMigratedDatabase: () => createDatabase(migrated),
    crash: elsewhere,
    start: elsewhere,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
