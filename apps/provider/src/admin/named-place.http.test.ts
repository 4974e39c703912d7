import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { connectPostgres, sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { programFile } from '@counterfoil/testkit/program-file'
import { parseConfig } from '../config.ts'
import { runProvider, type RunningProvider } from '../run.ts'
import { askRunningProvider } from './ask-provider.ts'
import { findNamedPlace } from './named-place.ts'
import { CREATE } from './testing/example-commands.ts'

const MAIN = programFile('apps/provider/src/admin-main.ts')
const SECRET = 'Rk3vX8qLw2Zt7Yb5Nc9Md4Fs6Gh1Jp0Q'

/** Runs `harbour application create … --json` in another process. Returns its output and the code of a refusal. */
async function create(env: Readonly<Record<string, string>>) {
  const child = startChild(process.execPath, [MAIN, ...CREATE, '--json'], {
    env: { PATH: process.env['PATH'], PROVIDER_SECRET: SECRET, ...env },
  })
  const exitCode = await child.exited
  return { exitCode, output: child.output(), refusal: /"code": "(\w+)"/.exec(child.output())?.[1] }
}

describe('a command with a named folder or database', () => {
  let postgres: TestPostgres
  let provider: RunningProvider
  let folder: string
  let url: string
  let servedFolder: string
  let socket: { readonly PROVIDER_ADMIN_SOCKET: string }
  /** Sends the command of {@link create} from this process. */
  const ask = async (env: Readonly<Record<string, string>>) => {
    const place = await findNamedPlace(env, parseConfig({ PROVIDER_SECRET: SECRET, ...env }))
    return askRunningProvider(socket.PROVIDER_ADMIN_SOCKET, CREATE, {}, place)
  }
  const countApplications = async () => {
    const { applications } = (await provider.admin(['application', 'list'])) as { applications: unknown[] }
    return applications.length
  }

  beforeAll(async () => {
    postgres = await sharePostgres()
    folder = mkdtempSync(join(tmpdir(), 'named-place-'))
    servedFolder = join(folder, 'served')
    ;({ url } = await postgres.createMigratedDatabase())
    const env = {
      PROVIDER_SECRET: SECRET,
      PROVIDER_PORT: '0',
      PROVIDER_LOG_LEVEL: 'silent',
      DATABASE_URL: url,
    }
    provider = await runProvider(parseConfig({ ...env, PROVIDER_DATA_DIR: servedFolder }))
    socket = { PROVIDER_ADMIN_SOCKET: join(servedFolder, 'admin.sock') }
    symlinkSync(servedFolder, join(folder, 'link'))
  })
  afterAll(async () => {
    await provider.close()
    await postgres.close()
    rmSync(folder, { recursive: true })
  })

  it('is refused by a provider that serves another folder or database than the named one', async () => {
    const before = await countApplications()
    const elsewhere = new URL(url)
    elsewhere.pathname = '/elsewhere'
    elsewhere.password = 'Wq7-not-in-a-message'
    const { exitCode, refusal, output } = await create({ ...socket, DATABASE_URL: elsewhere.href })
    expect([exitCode, refusal]).toEqual([1, 'other_provider'])
    expect(output).toMatch(/DATABASE_URL names \S+\/elsewhere, and the provider that answers works with \S/)
    expect(output).not.toContain('Wq7')
    expect(await ask({ PROVIDER_DATA_DIR: join(folder, 'other') })).toEqual({
      kind: 'refused',
      code: 'other_provider',
      message: expect.stringMatching(/^Nothing was done: PROVIDER_DATA_DIR names [^\n]*\/other, /),
    })
    expect(await countApplications()).toBe(before)
    expect(readdirSync(folder).toSorted()).toEqual(['link', 'served'])
  })

  it('is carried out by the provider that serves the named folder or database, however its path is written', async () => {
    const same = new URL(url)
    same.password = 'another'
    same.searchParams.set('application_name', 'harbour')
    for (const named of [{}, { PROVIDER_DATA_DIR: join(folder, 'link', '.') }, { DATABASE_URL: same.href }])
      expect(await ask(named)).toMatchObject({ kind: 'done' })
  })

  it('creates no database if none exists, even with the settings of a provider', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'named-place-'))
    const none = { PROVIDER_ADMIN_SOCKET: 'none' }
    const database = await postgres.createDatabase()
    const [inFolder, inDatabase] = await Promise.all([
      create({ ...none, PROVIDER_DATA_DIR: empty }),
      create({ ...none, DATABASE_URL: database.url }),
    ])
    expect([inFolder.exitCode, inFolder.refusal]).toEqual([1, 'provider_unreachable'])
    expect(inFolder.output).toContain('Start a provider there first')
    expect(readdirSync(empty)).toEqual([])
    rmSync(empty, { recursive: true })

    expect([inDatabase.exitCode, inDatabase.refusal]).toEqual([1, 'provider_unreachable'])
    const client = await connectPostgres(database.url)
    const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`)
    await client.end()
    expect(rows).toEqual([])
  })
})
