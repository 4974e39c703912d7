import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provideRedis } from './provision.ts'
import { program } from './step.ts'

const SCRIPT = `import { provideRedis } from '${join(import.meta.dirname, 'provision.ts')}'
provideRedis().then(console.log, (error) => { console.log(error.message); process.exit(1) })`

describe('what is fetched for a checkout', () => {
  let folder: string
  let programs: string
  let calls: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'provision-'))
    programs = join(folder, 'programs')
    calls = join(folder, 'calls')
    await mkdir(programs)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const provide = (env: NodeJS.ProcessEnv = {}) =>
    program(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      PATH: programs,
      REDIS_SERVER_PATH: undefined,
      COUNTERFOIL_CACHE_DIR: join(folder, 'cache'),
      NODE_NO_WARNINGS: '1',
      ...env,
    })
  /** Programs that write down how they were called, and fail. */
  const watch = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const script = `#!/bin/sh\necho "${name} $*" >> ${calls}\nexit 1\n`
      await writeFile(join(programs, name), script, { mode: 0o755 })
    }
  }
  const seen = async (): Promise<string> => (existsSync(calls) ? readFile(calls, 'utf8') : '')

  it('is nothing where redis-tools is there without redis-server: the program is the same', async () => {
    await symlink(await realpath(await provideRedis()), join(programs, 'redis-check-rdb'))
    await watch('apt-get', 'dpkg', 'sudo', 'brew')
    const { code, output } = await provide()
    expect(code).toBe(0)
    expect((await program(output.trim(), ['--version'])).output).toContain('erver v=')
    expect(await seen()).toBe('')
  })

  it('installs nothing on the machine and asks for no rights, but says by which setting it would', async () => {
    await watch('apt-get', 'dpkg', 'sudo', 'brew')
    const { code, output } = await provide()
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect(output).toContain('COUNTERFOIL_SYSTEM_PACKAGES=true')
    expect(output).toContain('REDIS_URL')
    const asked = (await seen()).trim().split('\n')
    expect(asked.length).toBeGreaterThan(0)
    // It simulates, and reads lists of its own into its own folder: what root may not be needed for.
    for (const call of asked) {
      expect(call).toMatch(/^apt-get /)
      expect(call).toMatch(/ -s .* install | -q update$| download /)
      expect(call).toContain('APT::Get::AllowUnauthenticated=false')
    }
  })

  it('may be installed on the machine where the setting says so', async () => {
    await watch('apt-get', 'dpkg', 'sudo', 'brew')
    await provide({ COUNTERFOIL_SYSTEM_PACKAGES: 'true' })
    expect(await seen()).toMatch(/^(?:apt-get -y .* install|sudo -n true)/m)
    expect(await seen()).toMatch(/^brew install --quiet redis$/m)
  })
})
