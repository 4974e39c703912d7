import { execFile } from 'node:child_process'
import { access, constants, mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** What was fetched for this checkout alone; git ignores it. */
export const CACHE = join(import.meta.dirname, '..', '.cache')
const APT_TIMEOUT_MS = 300_000

/** May this process run the file at `path`? */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** The first of `names` on the path, or among what was fetched for this checkout. */
export async function onPath(names: readonly string[]): Promise<string | undefined> {
  const folders = [join(CACHE, 'bin'), ...(process.env['PATH'] ?? '').split(delimiter)]
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name)
      if (folder !== '' && (await isExecutable(path))) return path
    }
  }
  return undefined
}

/** Runs a program quietly and tells whether it ended with 0. */
export async function succeeds(
  command: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<boolean> {
  return run(command, args, {
    timeout: APT_TIMEOUT_MS,
    maxBuffer: 1 << 26,
    env: { ...process.env, ...env },
  }).then(
    () => true,
    () => false,
  )
}

/** `apt-get install` as root or with a sudo that asks nothing; the package lists are read anew only when needed. */
export async function aptInstall(packages: readonly string[]): Promise<boolean> {
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

/** `brew install`, where there is a brew. */
export async function brewInstall(formula: string): Promise<boolean> {
  return (await onPath(['brew'])) !== undefined && (await succeeds('brew', ['install', '--quiet', formula]))
}

/**
 * Unpacks Debian packages, and whatever they need that is not installed, into a folder of this checkout.
 * Needs no root and changes nothing else on the machine. Answers the folder.
 */
export async function aptUnpack(name: string, packages: readonly string[]): Promise<string | undefined> {
  if ((await onPath(['apt-get'])) === undefined || (await onPath(['dpkg'])) === undefined) return undefined
  const target = join(CACHE, 'debian', name)
  if (await isExecutable(join(target, 'complete'))) return target
  const apt = join(CACHE, 'apt')
  await mkdir(join(apt, 'lists', 'partial'), { recursive: true })
  await mkdir(join(apt, 'archives', 'partial'), { recursive: true })
  const own = ['-o', `Dir::State::lists=${apt}/lists`, '-o', `Dir::Cache=${apt}`]
  const plan = async (options: readonly string[]): Promise<readonly string[]> => {
    const args = [
      ...options,
      '-s',
      '-o',
      'Debug::NoLocking=true',
      'install',
      '--no-install-recommends',
      ...packages,
    ]
    const { stdout } = await run('apt-get', args, { maxBuffer: 1 << 26 }).catch(() => ({ stdout: '' }))
    return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, planned]) => planned ?? '')
  }
  for (const options of [[], own]) {
    if (options === own && !(await succeeds('apt-get', [...own, 'update']))) return undefined
    const wanted = await plan(options)
    if (wanted.length === 0) continue
    const folder = join(apt, name)
    await mkdir(folder, { recursive: true })
    const fetched = await run('apt-get', [...options, 'download', ...wanted], {
      cwd: folder,
      maxBuffer: 1 << 26,
    }).then(
      () => true,
      () => false,
    )
    if (!fetched) continue
    await mkdir(target, { recursive: true })
    for (const file of await readdir(folder)) await run('dpkg', ['-x', join(folder, file), target])
    await writeFile(join(target, 'complete'), '', { mode: 0o755 })
    return target
  }
  return undefined
}

/** Folders with libraries below an unpacked `root`, as `LD_LIBRARY_PATH` wants them. */
export async function libraryFolders(root: string): Promise<string> {
  const lib = join(root, 'usr', 'lib')
  const entries = await readdir(lib, { withFileTypes: true }).catch(() => [])
  const triplets = entries.filter((entry) => entry.isDirectory() && entry.name.includes('-linux-gnu'))
  return [...triplets.map((entry) => join(lib, entry.name)), lib].join(':')
}

/** A program in `.cache/bin` that runs `target` with the libraries unpacked beside it. */
export async function wrap(name: string, target: string, root: string): Promise<string> {
  const path = join(CACHE, 'bin', name)
  await mkdir(dirname(path), { recursive: true })
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${await libraryFolders(root)}' exec '${target}' "$@"\n`
  await writeFile(path, script, { mode: 0o755 })
  return path
}
