/**
 * `npm run release [-- --to <folder>]`: writes a folder that needs Node alone: both services, the built web app, and
 * only the packages that they need. `--archive` also writes the folder as a `.tar.gz` beside it.
 */
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'
import { onPath, outputOf } from '../machine/machine-packages.ts'
import { program, ROOT } from '../step.ts'
import { buildWeb } from './web-build.ts'

/** The oldest version of Node that strips types outside `node_modules` without a flag. */
const OLDEST_NODE = '24.0.0'
const PNPM = 'pnpm@12.21.0'
const APPS = ['apps/bff', 'apps/provider'] as const
/** The file that marks the folder of a release, so that no other folder is overwritten. */
const MARK = 'RELEASE.json'
const NOT_SHIPPED =
  /(?:^|\/)(?:node_modules|dist|testing|codegen|codegen\.ts|tsconfig[^/]*\.json|\.cache|\.data)(?:\/|$)|\.test\.tsx?$|\.tsbuildinfo$/
const PROGRAMS = {
  'counterfoil-bff': 'apps/bff/src/main.ts',
  'harbour-provider': 'apps/provider/src/main.ts',
  harbour: 'apps/provider/src/admin-main.ts',
} as const

type Manifest = {
  readonly name: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: unknown
  readonly scripts?: unknown
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
}

/** Returns the folders of the two services and of all workspace packages that they depend on. */
async function findShipped(): Promise<readonly string[]> {
  const folders = new Map<string, string>()
  for (const name of await readdir(join(ROOT, 'packages'))) {
    if (existsSync(join(ROOT, 'packages', name, 'package.json')))
      folders.set((await readManifest(`packages/${name}`)).name, `packages/${name}`)
  }
  const shipped = new Set<string>(APPS)
  for (const folder of shipped) {
    for (const name of Object.keys((await readManifest(folder)).dependencies ?? {})) {
      const own = folders.get(name)
      if (own !== undefined) shipped.add(own)
    }
  }
  return [...shipped].toSorted()
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Returns plain JavaScript for any version of Node, which reports the required version before it loads a file with types. Compiled
 * code is cached: in the release's folder unless `NODE_COMPILE_CACHE` names another one, and not if the folder is not writable.
 */
function launcher(main: string): string {
  return `#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
const [major] = process.versions.node.split('.').map(Number)
if (major < ${OLDEST_NODE.split('.')[0]}) {
  console.error('Node ${OLDEST_NODE} or newer is needed; this is ' + process.versions.node + '.')
  process.exit(1)
}
module.enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)))
await import('../${main}')
`
}

async function copySources(to: string): Promise<void> {
  for (const folder of await findShipped()) {
    await cp(join(ROOT, folder), join(to, folder), {
      recursive: true,
      filter: (source) => !NOT_SHIPPED.test(relative(join(ROOT, folder), source)),
    })
    const { devDependencies: _forTests, scripts: _forUs, ...manifest } = await readManifest(folder)
    await writeJson(join(to, folder, 'package.json'), manifest)
  }
  await cp(join(ROOT, 'apps/web/dist'), join(to, 'apps/web/dist'), { recursive: true })
  await cp(join(ROOT, 'deploy'), join(to, 'deploy'), { recursive: true })
  await cp(join(ROOT, 'docs'), join(to, 'docs'), {
    recursive: true,
    filter: (source) => basename(source) !== 'pictures',
  })
  for (const file of ['LICENSE', 'CHANGELOG.md']) await copyFile(join(ROOT, file), join(to, file))
  await mkdir(join(to, 'bin'))
  for (const [name, main] of Object.entries(PROGRAMS)) {
    await writeFile(join(to, 'bin', `${name}.mjs`), launcher(main))
    await chmod(join(to, 'bin', `${name}.mjs`), 0o755)
  }
}

type LockFile = {
  importers: Record<
    string,
    { dependencies?: unknown; devDependencies?: unknown; optionalDependencies?: unknown }
  >
}

/** Writes a lock file with the shipped packages alone, so that an install that would change it is refused. */
async function writeLockFile(to: string): Promise<void> {
  const lock = parse(await readFile(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as LockFile
  const shipped = await findShipped()
  const importers = shipped.map((folder) => {
    const { devDependencies: _forTests, ...needed } = lock.importers[folder] ?? {}
    return [folder, needed] as const
  })
  await writeFile(
    join(to, 'pnpm-lock.yaml'),
    stringify(
      { ...lock, importers: { '.': {}, ...Object.fromEntries(importers) } },
      { aliasDuplicateObjects: false },
    ),
  )
}

/** Installs the packages that the two services need from the lock file, as plain files. */
async function installPackages(to: string, version: string): Promise<void> {
  await writeJson(join(to, 'package.json'), {
    name: 'counterfoil',
    version,
    private: true,
    type: 'module',
    license: 'MIT',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, `./bin/${name}.mjs`])),
  })
  const workspace = await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')
  await writeFile(
    join(to, 'pnpm-workspace.yaml'),
    workspace.replace(/^packages:\n(?: {2}- .*\n)+/m, 'packages:\n  - apps/*\n  - packages/*\n'),
  )
  await writeLockFile(to)
  const { code, output } = await program(
    'npx',
    [
      ...['--yes', PNPM, 'install', '--prod', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'],
      ...['--config.node-linker=hoisted', '--config.package-import-method=copy'],
    ],
    { CI: 'true' },
    to,
  )
  if (code !== 0) throw new Error(`The packages could not be installed:\n${output}`)
}

/** Returns the version of the product and, after a plus sign, the commit of this build, or its time if there is no commit. */
async function versionOfBuild(): Promise<string> {
  const { version = '0.0.0' } = await readManifest('.')
  const git = await onPath(['git'])
  const commit = git === undefined ? undefined : await outputOf(git, ['rev-parse', '--short=10', 'HEAD'])
  const madeOf =
    commit !== undefined ? commit.trim() : new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return `${version}+${madeOf}`
}

async function release(to: string, version: string, isArchived: boolean): Promise<string> {
  if (existsSync(to) && !existsSync(join(to, MARK)))
    throw new Error(`${to} is there already, and is no release. Name another folder with --to.`)
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  await writeJson(join(to, MARK), { version, node: `>=${OLDEST_NODE}` })
  await buildWeb()
  await copySources(to)
  await installPackages(to, version)
  if (!isArchived) return to
  const archive = `${to}.tar.gz`
  const { code, output } = await program('tar', ['-czf', archive, '-C', dirname(to), basename(to)])
  if (code !== 0) throw new Error(`The archive could not be written:\n${output}`)
  return archive
}

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, archive: { type: 'boolean' } } })
  const version = await versionOfBuild()
  const to = resolve(values.to ?? join(ROOT, 'release', `counterfoil-${version}`))
  console.log(`Released into ${await release(to, version, values.archive === true)}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
