import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provideRedis } from './provision.ts'
import { program } from '../step.ts'

const script = (name: string, file: string): string =>
  `import { ${name} } from '${join(import.meta.dirname, file)}'
${name}().then((found) => console.log(found?.binDir ?? found), (error) => { console.log(error.message); process.exit(1) })`
const REDIS = script('provideRedis', 'provision.ts')

describe('provisioning Redis or PostgreSQL for a checkout', () => {
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

  const provide = (env: NodeJS.ProcessEnv = {}, source = REDIS) =>
    program(process.execPath, ['--input-type=module', '-e', source], {
      PATH: programs,
      REDIS_SERVER_PATH: undefined,
      POSTGRES_BIN: undefined,
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

  it('needs nothing if redis-tools is installed without redis-server: the program is the same', async () => {
    await symlink(await realpath(await provideRedis()), join(programs, 'redis-check-rdb'))
    await watch('apt-get', 'dpkg', 'sudo', 'brew')
    const { code, output } = await provide()
    expect(code).toBe(0)
    expect((await program(output.trim(), ['--version'])).output).toContain('erver v=')
    expect(await seen()).toBe('')
  })

  it('installs nothing on the machine by default, and names the setting that permits it', async () => {
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

  it('may be installed on the machine if the setting permits it', async () => {
    await watch('apt-get', 'dpkg', 'sudo', 'brew')
    await provide({ COUNTERFOIL_SYSTEM_PACKAGES: 'true' })
    expect(await seen()).toMatch(/^(?:apt-get -y .* install|sudo -n true)/m)
    expect(await seen()).toMatch(/^brew install --quiet redis$/m)
  })

  it('needs nothing if the first initdb on the path links to a PostgreSQL with pg_dump', async () => {
    const whole = join(folder, 'whole')
    await mkdir(whole)
    for (const name of ['initdb', 'pg_dump', 'pg_restore'])
      await writeFile(join(whole, name), '#!/bin/sh\n', { mode: 0o755 })
    await symlink(join(whole, 'initdb'), join(programs, 'initdb'))
    await watch('apt-get')
    const { output } = await provide({}, script('provideWholePostgres', 'provision.ts'))
    expect(output.trim()).toBe(await realpath(whole))
    expect(await seen()).toBe('')
  })

  it('includes the packages behind a metapackage of PostgreSQL that is installed', async () => {
    const scripts = {
      // It plans nothing for installed packages, unless the list of installed packages is empty.
      'apt-get': `echo "$*" >>${calls}
        case "$*" in
          *status=/dev/null*) for name in libc6 postgresql-client-15 postgresql-15 postgresql; do echo "Inst $name (1)"; done;;
          *download*) for name in "$@"; do case $name in postgresql*) touch $name.deb;; esac; done;;
        esac`,
      dpkg: `bin="$3/usr/lib/postgresql/15/bin"; mkdir -p "$bin"
        case "$2" in
          *postgresql-15.deb) cp /bin/true "$bin/initdb";;
          *client-15.deb) cp /bin/true "$bin/pg_dump"; cp /bin/true "$bin/pg_restore";;
        esac`,
    }
    for (const [name, text] of Object.entries(scripts))
      await writeFile(join(programs, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${text}\n`, { mode: 0o755 })
    const { output } = await provide({}, script('postgresFromDebian', 'postgres-programs.ts'))
    expect(output.trim()).toBe(join(folder, 'cache/debian/postgresql/usr/lib/postgresql/15/bin'))
    expect(existsSync(join(output.trim(), 'pg_dump'))).toBe(true)
    expect(await seen()).not.toMatch(/download.*libc6/)
  })
})
