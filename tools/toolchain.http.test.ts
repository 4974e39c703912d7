import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program, ROOT } from './step.ts'

/** Tests the file that the first installed Node of a machine runs, before anything is downloaded. */
describe('the first stage of every command', () => {
  let folder: string
  let checkout: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolchain-'))
    checkout = join(folder, 'a new checkout')
    await cp(join(ROOT, 'tools', 'toolchain.mjs'), join(checkout, 'tools', 'toolchain.mjs'))
    for (const file of [
      'tools/begin',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'package.json',
      'package-lock.json',
    ])
      await cp(join(ROOT, file), join(checkout, file))
    // In place of npx: it records its arguments and fails, so that nothing is downloaded.
    await mkdir(join(folder, 'programs'))
    await writeFile(
      join(folder, 'programs', 'npx'),
      `#!/bin/sh\nprintf '%s\\n' "$npm_config_cache" "$XDG_DATA_HOME" "$PWD" "$*" >"${folder}/told"\nexit 1\n`,
      { mode: 0o755 },
    )
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const begin = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    program(process.execPath, [...args, join(checkout, 'tools', 'toolchain.mjs'), 'setup'], {
      PATH: `${folder}/programs:/usr/bin:/bin`,
      ...env,
    })
  /** A machine of another kind, as the first stage sees it. */
  const machine = (change: string): readonly string[] => ['--import', `data:text/javascript,${change}`]

  it.each([
    ['Windows', 'Object.defineProperty(process,"platform",{value:"win32"})', 'WSL'],
    ['musl', 'Object.defineProperty(process,"report",{value:{getReport:()=>({header:{}})}})', 'needs glibc'],
    ['a processor without a build', 'Object.defineProperty(process,"arch",{value:"s390x"})', 's390x'],
  ])('prints on %s one line with the remedy, and downloads nothing', async (kind, change, advice) => {
    const linux = 'Object.defineProperty(process,"platform",{value:"linux"});'
    const { code, output } = await begin({}, ...machine(kind === 'musl' ? linux + change : change))
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect(output).toContain(advice)
    expect(existsSync(join(folder, 'told'))).toBe(false)
  })

  it('keeps the downloads of npm and pnpm inside the checkout, also below a path with a space', async () => {
    const { code, output } = await begin({ HOME: join(folder, 'no home') })
    expect([code, output]).toEqual([1, expect.stringContaining('packages and Node, as locked failed')])
    const [cache, data, cwd, args] = (await readFile(join(folder, 'told'), 'utf8')).split('\n')
    expect(cache).toBe(join(checkout, '.cache', 'npm'))
    expect(data).toBe(join(checkout, '.cache', 'data'))
    expect(cwd).toBe(checkout)
    expect(args).toMatch(/^-y pnpm@\S+ install --frozen-lockfile$/)
  })

  it('adds libatomic to the locked Node where the machine lacks it', async () => {
    const programs = {
      // Node fails as the linker makes it fail; patchelf replaces it by one that runs.
      npx: `mkdir -p node_modules/.bin locked/bin; ln -s ../../locked/bin/node node_modules/.bin/node
        printf '#!/bin/sh\\nexit 127\\n' >locked/bin/node; chmod +x locked/bin/node`,
      'apt-get': 'echo "$*" | grep -o "download.*"; touch libatomic1_12_amd64.deb patchelf_0_amd64.deb',
      dpkg: `mkdir -p usr/lib/any usr/bin; echo library >usr/lib/any/libatomic.so.1
        printf '#!/bin/sh\\necho "$2" >"${folder}/told"; cp /bin/true "$4"\\n' >usr/bin/patchelf; chmod +x usr/bin/patchelf`,
    }
    for (const [name, script] of Object.entries(programs))
      await writeFile(join(folder, 'programs', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const linux = 'Object.defineProperty(process,"platform",{value:"linux"})'
    expect(await begin({}, ...machine(linux))).toMatchObject({ code: 0 })
    expect(await readFile(join(checkout, 'locked', 'lib', 'libatomic.so.1'), 'utf8')).toBe('library\n')
    expect(await readFile(join(folder, 'told'), 'utf8')).toBe('$ORIGIN/../lib\n')
    expect(await program(join(checkout, 'node_modules', '.bin', 'node'), [])).toMatchObject({ code: 0 })
  })

  it('records when the command was typed, for the durations printed at the end', async () => {
    const npx = `#!/bin/sh\nmkdir -p node_modules/.bin
      printf '#!/bin/sh\\necho "typed at $COUNTERFOIL_COMMANDED_AT_MS"\\n' >node_modules/.bin/node; chmod +x node_modules/.bin/node\n`
    await writeFile(join(folder, 'programs', 'npx'), npx, { mode: 0o755 })
    const beganAtMs = Date.now()
    const toolchain = join(checkout, 'tools', 'toolchain.mjs')
    const PATH = `${folder}/programs:/usr/bin:/bin`
    const { output } = await program(process.execPath, [toolchain, 'check'], { PATH })
    const typedAtMs = Number(/typed at (\S+)/.exec(output)?.[1])
    expect(typedAtMs).toBeGreaterThan(beganAtMs - 1_000)
    expect(typedAtMs).toBeLessThan(Date.now())
  })

  it('installs the packages again by `setup`, also if they are damaged', async () => {
    await mkdir(join(checkout, 'node_modules', 'damaged'), { recursive: true })
    await begin({})
    expect(existsSync(join(checkout, 'node_modules', 'damaged'))).toBe(false)
  })

  it('prints the remedy in one line when a package is missing', async () => {
    const preload = join(ROOT, 'tools', 'damaged-packages.mjs')
    await writeFile(join(folder, 'program.mjs'), "import 'missing-package'\n")
    const { code, output } = await program(process.execPath, [
      '--import',
      preload,
      join(folder, 'program.mjs'),
    ])
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect(output).toContain("Cannot find package 'missing-package'")
    expect(output).toContain('get them anew with: npm run setup')
  })

  it.each(['install', 'ci'])(
    'installs the packages if somebody types `npm %s`, also over those of pnpm',
    async (command) => {
      // The folders have the layout of pnpm, in which npm would look for dependencies and workspace packages.
      const modules = join(checkout, 'node_modules')
      const store = join(modules, '.pnpm', 'one@1.0.0', 'node_modules', 'one')
      await mkdir(store, { recursive: true })
      await writeFile(
        join(store, 'package.json'),
        '{"name":"one","version":"1.0.0","dependencies":{"two":"2.0.0"}}',
      )
      await symlink('.pnpm/one@1.0.0/node_modules/one', join(modules, 'one'))
      const lock = await readFile(join(checkout, 'package-lock.json'), 'utf8')
      const npx = `#!/bin/sh\necho "$*" >"${folder}/told"; mkdir -p node_modules/.bin; cp /bin/true node_modules/.bin/node\n`
      await writeFile(join(folder, 'programs', 'npx'), npx, { mode: 0o755 })

      const env = { PATH: `${folder}/programs:${process.env['PATH']}`, npm_config_offline: 'true' }
      const { code, output } = await program('npm', [command], env, checkout)
      expect([code, output]).toEqual([0, expect.stringContaining('ok  packages and Node, as locked')])
      expect(await readFile(join(folder, 'told'), 'utf8')).toMatch(/^-y pnpm@\S+ install --frozen-lockfile$/m)
      expect(existsSync(join(modules, 'one'))).toBe(false)
      expect(await readFile(join(checkout, 'package-lock.json'), 'utf8')).toBe(lock)
    },
  )

  it('does nothing more if pnpm itself is typed', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { install: string }
    }
    const env = { npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v26.10.0 linux x64' }
    expect(await program('sh', ['-c', scripts.install], env, checkout)).toEqual({ code: 0, output: '' })
  })

  it('names the missing program if Node is installed without npm', async () => {
    const { code, output } = await begin({ PATH: join(folder, 'nothing') })
    expect(code).toBe(1)
    expect(output).toContain('"npx" was not found. Install Node 18 or newer with npm.')
  })
})
