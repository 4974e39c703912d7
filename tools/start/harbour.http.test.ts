import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { loadSecrets } from './secrets-store.ts'
import { program, ROOT } from '../step.ts'

const HARBOUR = join(import.meta.dirname, 'harbour.ts')

describe('npm run harbour', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const harbour = (dataDir: string, ...args: readonly string[]) =>
    program(process.execPath, [HARBOUR, ...args], { COUNTERFOIL_DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' })

  it.each([{}, { PROVIDER_SEED: 'demo' }, { PROVIDER_SEED: 'demo', PROVIDER_SEED_PUBLIC: 'true' }])(
    'refuses to create demo accounts in a database outside the checkout: %j',
    async (settings) => {
      await using postgres = await sharePostgres()
      const { url } = await postgres.createMigratedDatabase()
      const env = {
        ...settings,
        COUNTERFOIL_DATA_DIR: join(folder, 'started'),
        DATABASE_URL: url,
        PROVIDER_ADMIN_SOCKET: 'none',
        NODE_NO_WARNINGS: '1',
      }
      await loadSecrets(join(env.COUNTERFOIL_DATA_DIR, 'secrets.json'))
      const listed = await program(process.execPath, [HARBOUR, 'user', 'list', '--json'], env)
      expect(listed).toMatchObject({ code: 0 })
      expect(JSON.parse(listed.output)).toEqual({ users: [] })
    },
  )

  it('downloads no packages and names the command that does', async () => {
    await cp(join(ROOT, 'tools', 'toolchain.mjs'), join(folder, 'tools', 'toolchain.mjs'))
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
      await cp(join(ROOT, file), join(folder, file))
    const toolchain = join(folder, 'tools', 'toolchain.mjs')
    const { code, output } = await program(process.execPath, [toolchain, 'harbour', 'user', 'list'])
    expect([code, output.trim()]).toEqual([
      1,
      'The packages of this version are not installed yet. Get them with: npm run setup',
    ])
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  })

  it('refuses a data folder in which nothing was started, and does not create it', async () => {
    const dataDir = join(folder, 'mistyped')
    const { code, output } = await harbour(dataDir, 'application', 'list')
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `COUNTERFOIL_DATA_DIR: nothing was started in ${dataDir} yet; begin with npm start.`,
    )
    const asJson = await harbour(dataDir, 'application', 'list', '--json')
    expect(asJson.output).toContain('"code": "invalid_configuration"')
    expect(existsSync(dataDir)).toBe(false)
  })

  it('prints its help for every form of the option', async () => {
    const { code, output } = await harbour(join(folder, 'mistyped'), '--help')
    expect(code).toBe(0)
    expect(output).toContain('application create')
  })
})
