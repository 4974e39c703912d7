import { chown, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { providePostgres } from '@counterfoil/tools/machine/provision'
import { runChild } from './child.ts'
import { freePorts } from './free-port.ts'
import { serverUser } from './postgres.ts'
import { createSocketGate } from './socket-gate.ts'
import { until } from './until.ts'

/** A primary and a streaming standby; committed rows are on both. */
export type PostgresPair = {
  /** The address of an empty database, which leads to the current primary. */
  readonly url: string
  /** Ends the primary as a crash does, and promotes the standby. Nothing is replicated until {@link PostgresPair.rebuild}. */
  failOver(): Promise<void>
  /** Makes the server that was ended again, as the standby of the present primary. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

const DATABASE = 'harbour'

/**
 * Starts both and waits until a commit waits for the standby. Takes about three seconds.
 * @throws Error where there is no `pg_basebackup` beside the server
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const { binDir: known, env: programEnv } = await providePostgres()
  // The programs of an administrator lie beside the server, which may be known by a link.
  const binDir = dirname(await realpath(join(known, 'initdb')))
  const user = await serverUser()
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-postgres-pair-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const env = { ...process.env, ...programEnv, LC_ALL: 'C' }
  const program = (name: string, args: readonly string[]): Promise<unknown> =>
    runChild(join(binDir, name), args, { env, cwd: folder, ...user })
  const ports = await freePorts(2)
  const dataOf = (port: number): string => join(folder, `data-${port}`)
  const statement = async (port: number, sql: string, database = 'postgres'): Promise<unknown[]> => {
    const client = new Client({
      connectionString: `postgres://postgres@127.0.0.1:${port}/${database}`,
    })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const start = (port: number): Promise<unknown> => {
    // A process that is killed loses nothing that the system has; only a power cut would.
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=200`
    const log = join(folder, `log-${port}`)
    return program('pg_ctl', ['-D', dataOf(port), '-l', log, '-o', settings, '-w', 'start'])
  }
  const promise = async (port: number, standbys: '' | '*'): Promise<void> => {
    await statement(port, `alter system set synchronous_standby_names = '${standbys}'`)
    await statement(port, 'select pg_reload_conf()')
  }

  let [primary = 0, standby = 0] = ports
  async function rebuild(): Promise<void> {
    await rm(dataOf(standby), { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(primary), '-U', 'postgres']
    await program('pg_basebackup', [
      ...from,
      '-D',
      dataOf(standby),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ])
    await start(standby)
    await until('the standby streams', async () => {
      const rows = await statement(primary, `select 1 from pg_stat_replication where state = 'streaming'`)
      return rows.length === 1
    })
    await promise(primary, '*')
  }

  async function close(): Promise<void> {
    for (const port of ports) {
      await program('pg_ctl', ['-D', dataOf(port), '-m', 'immediate', '-w', 'stop']).catch(() => undefined)
    }
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await program('initdb', [
      '-D',
      dataOf(primary),
      '-A',
      'trust',
      '-U',
      'postgres',
      '--no-sync',
      '-E',
      'UTF8',
    ])
    await start(primary)
    await statement(primary, `create database ${DATABASE}`)
    await rebuild()
  } catch (error) {
    await close()
    throw error
  }
  const gate = await createSocketGate()
  gate.leadTo(primary)

  return {
    url: `postgres://postgres@127.0.0.1:${gate.port}/${DATABASE}`,
    async failOver() {
      const [pid] = (await readFile(join(dataOf(primary), 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      gate.cut()
      await program('pg_ctl', ['-D', dataOf(standby), '-w', 'promote'])
      await promise(standby, '')
      ;[primary, standby] = [standby, primary]
      gate.leadTo(primary)
      gate.cut()
    },
    rebuild,
    async close() {
      await gate.close()
      await close()
    },
  }
}
