import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { CREATE } from './testing/example-commands.ts'

const MAIN = programFile('apps/provider/src/admin-main.ts')
const PROVIDER = programFile('apps/provider/src/main.ts')

/** Runs `harbour …` in another process. */
async function harbour(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = startChild(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })
  const code = await child.exited
  return { code, output: child.output() }
}
const json = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { output } = await harbour(env, ...args, '--json')
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Record<string, never>
}
describe('the provider as a program', () => {
  it.each([
    [
      {
        PROVIDER_HOST: '192.0.2.1',
        PROVIDER_PUBLIC_URL: 'https://books.example',
        PROVIDER_TRUSTED_PROXIES: '1',
      },
      'PROVIDER_HOST: 192.0.2.1 is not an address of this machine',
    ],
    [{ PROVIDER_DATA_DIR: PROVIDER }, `PROVIDER_DATA_DIR: ${PROVIDER} is a file; name a folder.`],
  ])('ends with one line about a setting that does not fit this machine: %j', async (settings, line) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    const env = {
      PROVIDER_DATA_DIR: dataDir,
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_SEED: 'none',
    }
    const provider = startChild(process.execPath, [PROVIDER], { env: { ...env, ...settings } })
    expect(await provider.exited).toBe(1)
    const said = provider
      .output()
      .trim()
      .split('\n')
      .filter((each) => !each.startsWith('{'))
    expect(said).toEqual([line])
    rmSync(dataDir, { recursive: true })
  })
})

describe('harbour as a program', () => {
  it('works on the embedded database whether the provider runs or not', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
    const env = {
      PROVIDER_DATA_DIR: dataDir,
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_SEED: 'people',
    }
    const provider = startChild(process.execPath, [PROVIDER], { env: { PATH: process.env['PATH'], ...env } })
    await until('the provider has started', () => provider.output().includes('provider.started'))
    const made = await json(env, ...CREATE)
    expect(statSync(join(dataDir, 'admin.sock')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    expect((await json(env, 'application', 'list'))['applications']).toMatchObject([
      { clientId: made['clientId'] },
    ])
    const refused = await harbour(env, 'application', 'show', '--client-id', 'nobody')
    expect([refused.code, refused.output.trim()]).toEqual([
      1,
      'There is no application with the client id nobody.',
    ])
    expect(await json(env, 'plan', 'set', '--business', 'Nowhere', '--state', 'active')).toEqual({
      error: { code: 'not_found', message: 'There is no business Nowhere.' },
    })
    await provider.stop()
    expect(await provider.exited).toBe(0)
    expect(provider.output()).not.toContain(String(made['clientSecret']))

    expect((await harbour(env, 'application', 'list')).output).toContain(String(made['clientId']))
    rmSync(dataDir, { recursive: true })
  })

  it('creates no database without the settings of a provider', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
    const { code, output } = await harbour({ PROVIDER_DATA_DIR: dataDir }, ...CREATE)
    expect(code).toBe(1)
    expect(output).toContain(`No provider answers, and none has its database in ${dataDir}.`)
    expect(readdirSync(dataDir)).toEqual([])
    rmSync(dataDir, { recursive: true })
  })

  it('works on PostgreSQL without a provider, and shows its help without any database', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const env = { DATABASE_URL: url, PROVIDER_ADMIN_SOCKET: 'none' }
    const made = await json(env, ...CREATE)
    expect((await json(env, 'application', 'show', '--client-id', String(made['clientId'])))['name']).toBe(
      'Ledger Pal',
    )
    await postgres.close()
    const gone = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/gone' }
    const help = await harbour(gone)
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('application create') })
    const lost = await harbour(gone, 'application', 'list')
    expect(lost.code).toBe(1)
    expect(lost.output.trim().split('\n')).toHaveLength(1)
  })

  it('prints all faults of the settings, and ends with a code other than 0', async () => {
    const { code, output } = await harbour({ PROVIDER_PORT: 'x', PROVIDER_ISS: 'x' }, 'application', 'list')
    expect(code).toBe(1)
    expect(output).toContain('PROVIDER_PORT')
    expect(output).toContain('PROVIDER_ISS')
  })
})

describe('the provider as a program', () => {
  const start = (env: Readonly<Record<string, string>>) =>
    startChild(process.execPath, [PROVIDER], { env: { PATH: process.env['PATH'], ...env } })

  it.each([
    ['a missing secret', {}, 'PROVIDER_SECRET: is required'],
    [
      'an unusable address',
      { PROVIDER_SECRET: testSecret(), DATABASE_URL: 'mysql://127.0.0.1/x' },
      'DATABASE_URL: ',
    ],
  ])('ends with one clear line that names the setting: %s', async (_, env, line) => {
    const child = start(env)
    expect(await child.exited).toBe(1)
    expect(
      child
        .output()
        .trim()
        .split('\n')
        .filter((text) => !text.startsWith('{')),
    ).toEqual([expect.stringContaining(line)])
  })

  it('ends with one clear line when the server has no such database', async () => {
    await using postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    const child = start({ PROVIDER_SECRET: testSecret(), PROVIDER_PORT: '0', DATABASE_URL: `${url}-gone` })
    expect(await child.exited).toBe(1)
    expect(child.output().split('\n')).toContain('DATABASE_URL: the database cannot be used (3D000).')
  })

  it('names the port that another program uses', async () => {
    const first = createServer()
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
    const { port } = first.address() as AddressInfo
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    const child = start({
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: String(port),
      PROVIDER_DATA_DIR: dataDir,
      PROVIDER_SEED: 'none',
    })
    expect(await child.exited).toBe(1)
    expect(child.output()).toContain(`PROVIDER_PORT: port ${port} is already in use`)
    first.close()
    rmSync(dataDir, { recursive: true })
  })
})
