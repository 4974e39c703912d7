import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from '@counterfoil/testkit/child'
import { startRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bin, program, ROOT } from '../step.ts'

/** Packages that are not needed to run a release. */
const ONLY_HERE = [
  'vitest',
  'playwright',
  '@playwright',
  'typescript',
  'prettier',
  'vite',
  '@testing-library',
]

/** The commands of a release as docs/operations.md has them, word by word, without `node`. */
async function documentedCommands(): Promise<readonly (readonly string[])[]> {
  const whole = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const text = whole.slice(whole.indexOf('### In production'), whole.indexOf('### From nothing'))
  return [...text.matchAll(/^node (bin\/\S+\.mjs.*?)(?: +#.*)?$/gm)].map(([, line = '']) => line.split(' '))
}

describe('a release', () => {
  let folder: string
  let released: string
  const running: Child[] = []

  /** Runs a command in the release with Node alone: no other setting, and nothing of this checkout on its path. */
  const start = (command: readonly string[], env: Readonly<Record<string, string>>): Child => {
    const child = startChild(bin('node'), command, {
      cwd: released,
      // It keeps its compile cache in its own folder.
      env: { PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE: undefined, ...env },
    })
    running.push(child)
    return child
  }
  const untilSaid = (child: Child, what: RegExp) =>
    until(`it says ${what}: ${child.output()}`, () => what.exec(child.output())?.[1], { withinMs: 120_000 })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil release '))
    released = join(folder, 'counterfoil')
    const { code, output } = await program(process.execPath, [
      join(ROOT, 'tools/release/release.ts'),
      '--to',
      released,
    ])
    expect(output).toContain('Released into')
    expect(code).toBe(0)
  }, 300_000)
  afterAll(async () => {
    await Promise.all(running.map((child) => child.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  it('has its own version: that of the product and a digest of the sources of this build', async () => {
    const release = JSON.parse(await readFile(join(released, 'RELEASE.json'), 'utf8')) as { version: string }
    expect(release.version).toMatch(/^\d+\.\d+\.\d+\+[\da-f]{10,14}$/)
  })

  it('contains no test and no package that only development needs', async () => {
    const files = readdirSync(released, { recursive: true, encoding: 'utf8' })
    const own = files.filter((file) => !file.includes('node_modules'))
    expect(own.filter((file) => /\.test\.|\/testing\/|testkit/.test(file))).toEqual([])
    const packages = await readdir(join(released, 'node_modules'))
    expect(packages).toContain('express')
    expect(packages.filter((name) => ONLY_HERE.includes(name))).toEqual([])
  })

  it('installs the packages of the lock file, and leaves the lock file as it is', async () => {
    const read = async (from: string) =>
      parse(await readFile(join(from, 'pnpm-lock.yaml'), 'utf8')) as { packages: object; importers: object }
    const [own, theirs] = [await read(released), await read(ROOT)]
    expect(own.packages).toEqual(theirs.packages)
    expect(Object.keys(own.importers)).toEqual(expect.arrayContaining(['.', 'apps/bff', 'apps/provider']))
    expect(Object.keys(own.importers)).not.toContain('packages/testkit')
  })

  it('contains the documents that its READMEs link to', async () => {
    for (const app of ['apps/bff', 'apps/provider']) {
      const text = await readFile(join(released, app, 'README.md'), 'utf8')
      const documents = [...text.matchAll(/\]\((\.\.\/\.\.\/docs\/[^)#]+)/g)].map(([, path = '']) => path)
      expect(documents).not.toEqual([])
      for (const path of documents) expect(existsSync(join(released, app, path))).toBe(true)
    }
  })

  it('runs both services and the command line by the documented commands, with Node alone, in a folder with a space in its name', async () => {
    await using redis = await startRedis()
    const settings = {
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_DATA_DIR: join(folder, 'data'),
    }
    const [providerCommand = [], harbourCommand = [], bffCommand = [], ...others] = await documentedCommands()
    expect(others).toEqual([])
    expect(harbourCommand.join(' ')).toMatch(/^bin\/harbour\.mjs application create --name Counterfoil /)
    const provider = await untilSaid(
      start(providerCommand, settings),
      /"event":"provider.started","url":"([^"]+)"/,
    )
    const harbour = start([...harbourCommand, '--json'], settings)
    await harbour.exited
    const made = JSON.parse(harbour.output()) as { clientId: string; clientSecret: string }
    // What was compiled at this start is read at the next one.
    expect(await readdir(join(released, '.cache/compile'))).not.toEqual([])
    const bff = start(bffCommand, {
      REDIS_URL: redis.url,
      BFF_PORT: '0',
      BFF_SESSION_SECRETS: testSecret(),
      BFF_TOKEN_KEYS: `k1:${testSecret('k1')}`,
      BFF_PROVIDER_AUTH_URL: provider,
      BFF_PROVIDER_GRAPHQL_URL: `${provider}/graphql/public`,
      BFF_PROVIDER_CLIENT_ID: made.clientId,
      BFF_PROVIDER_CLIENT_SECRET: made.clientSecret,
    })
    const address = await untilSaid(bff, /"event":"listening","url":"([^"]+)"/)
    const page = await fetch(address, { headers: { host: 'localhost:3000' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<script type="application/json" id="boot">')
  })

  it('never overwrites a folder that is not a release', async () => {
    const { code, output } = await program(process.execPath, [join(ROOT, 'tools/release/release.ts'), '--to', folder])
    expect(code).toBe(1)
    expect(output).toContain('is no release')
  })
})
