import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../step.ts'
import { packPackage, packTarball } from './pack-package.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'))
  await mkdir(out())
  return () => rm(folder, { recursive: true, force: true })
})
const out = () => join(folder, 'package')

/** Returns where an app finds `specifier`, with the package in `built` installed. */
async function resolveIn(built: string, specifier: string): Promise<string> {
  const scope = join(folder, 'app', 'node_modules', '@counterfoil')
  await mkdir(scope, { recursive: true })
  await symlink(built, join(scope, 'bff'))
  return createRequire(join(folder, 'app', 'app.js')).resolve(specifier)
}

/** Features that these packages do not promise: Node before 16, and types for `require` of an ES module. */
const NOT_PROMISED = new Set(['NoResolution', 'CJSResolvesToESM'])

describe('a package as another team installs it', () => {
  it.each(['packages/react', 'packages/bff'])(
    'has nothing that publint or attw complains of: %s',
    async (source) => {
      await packPackage(source, out())
      const { messages, pkg } = await publint({ pkgDir: out(), strict: true, pack: false })
      expect(
        messages.map((message) =>
          formatMessage(message, pkg as Parameters<typeof formatMessage>[1], { color: false }),
        ),
      ).toEqual([])

      const tarball = join(folder, 'package.tgz')
      await packTarball(source, tarball)
      const checked = await checkPackage(createPackageFromTarballData(await readFile(tarball)))
      const problems = 'problems' in checked ? checked.problems : [{ kind: 'no types' }]
      expect(
        problems.filter(
          (problem) =>
            !(
              NOT_PROMISED.has(problem.kind) &&
              'resolutionKind' in problem &&
              /node10|node16-cjs/.test(String(problem.resolutionKind))
            ),
        ),
      ).toEqual([])
    },
  )

  it.each(['', '/server', '/testing'])('can be imported as @counterfoil/bff%s', async (entry) => {
    await packPackage('packages/bff', out())
    expect(await resolveIn(out(), `@counterfoil/bff${entry}`)).toMatch(/\/dist\/(index|server|testing)\.js$/)
  })

  it.each(['/engine', '/dist/index.js', '/dist/server', '/src/index.ts', '/session/session-store'])(
    'has nothing inside that can be imported as @counterfoil/bff%s',
    async (path) => {
      await packPackage('packages/bff', out())
      await expect(resolveIn(out(), `@counterfoil/bff${path}`)).rejects.toMatchObject({
        code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
      })
    },
  )

  it('is imported where the sources of the workspace are not', async () => {
    await packPackage('packages/react', out())
    const modules = join(folder, 'node_modules')
    await mkdir(modules)
    for (const name of ['react', 'react-dom'])
      await symlink(join(ROOT, 'packages/react/node_modules', name), join(modules, name))
    const built = (await import(pathToFileURL(join(out(), 'dist/index.js')).href)) as object
    expect(Object.keys(built).toSorted()).toEqual([
      ...['ConnectButton', 'CounterfoilProvider', 'DisconnectButton'],
      ...['mayPress', 'useConnection', 'useOnline', 'usePendingPress'],
    ])
  })
})
