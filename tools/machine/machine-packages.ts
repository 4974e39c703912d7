import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { program, ROOT } from '../step.ts'

/** The folder of all downloads for this checkout; git ignores it. */
export const CACHE = resolve(ROOT, process.env['COUNTERFOIL_CACHE_DIR']?.trim() || '.cache')
const FETCH_TIMEOUT_MS = 300_000

/** Returns true if this process may run the file at `path`. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Returns the path of the first of `names` that is on the path or was fetched for this checkout. */
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

/** Returns the path of a macOS application, by its path in the folder of applications. */
export async function macApplication(path: string): Promise<string | undefined> {
  const whole = join('/Applications', path)
  return process.platform === 'darwin' && (await isExecutable(whole)) ? whole : undefined
}

/** Runs a program without showing its output. Returns the output if it ended with 0. The program ends with this process. */
export async function outputOf(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = ROOT,
): Promise<string | undefined> {
  const { code, output } = await program(command, args, env, cwd, FETCH_TIMEOUT_MS)
  return code === 0 ? output : undefined
}

/** Returns true if the program ends with 0. A program that lacks a library of the machine ends at once with another code. */
export async function runs(path: string, probe: readonly string[] = ['--version']): Promise<boolean> {
  return succeeds(path, probe)
}

/** Runs a program without showing its output; returns true if it ended with 0. */
export async function succeeds(
  command: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<boolean> {
  return (await outputOf(command, args, env)) !== undefined
}

/** Options with which apt checks each package against a signed index, or fetches nothing. */
const SIGNED_ONLY = [
  ...['-o', 'APT::Get::AllowUnauthenticated=false'],
  ...['-o', 'Acquire::AllowInsecureRepositories=false'],
  ...['-o', 'Acquire::AllowWeakRepositories=false'],
  ...['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::Retries=2'],
]

/**
 * Unpacks Debian packages, and those they need that are not installed, into a folder of this checkout. Needs no root,
 * installs nothing, runs no script of a package, and changes nothing else on the machine. Returns the folder.
 */
export async function aptUnpack(name: string, packages: readonly string[]): Promise<string | undefined> {
  const target = join(CACHE, 'debian', name)
  if (await isExecutable(join(target, 'complete'))) return target
  if ((await onPath(['apt-get'])) === undefined || (await onPath(['dpkg'])) === undefined) return undefined
  const apt = join(CACHE, 'apt')
  await mkdir(join(apt, 'lists', 'partial'), { recursive: true })
  await mkdir(join(apt, 'archives', 'partial'), { recursive: true })
  // When run by root, apt uses another user for its files, who may not reach this folder.
  const signed = process.getuid?.() === 0 ? [...SIGNED_ONLY, '-o', 'APT::Sandbox::User=root'] : SIGNED_ONLY
  const own = [...signed, '-o', `Dir::State::lists=${apt}/lists`, '-o', `Dir::Cache=${apt}`]
  // If the machine's package lists are missing or outdated, own lists are used.
  for (const options of [signed, own]) {
    if (options === own && !(await succeeds('apt-get', [...own, '-q', 'update']))) return undefined
    const wanted = await neededPackages(options, packages)
    if (wanted === undefined) continue
    const folder = join(apt, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    if ((await outputOf('apt-get', [...options, '-q', 'download', ...wanted], {}, folder)) === undefined)
      continue
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    for (const file of (await readdir(folder)).filter((entry) => entry.endsWith('.deb')))
      if (!(await succeeds('dpkg', ['-x', join(folder, file), target]))) return undefined
    await rm(folder, { recursive: true, force: true })
    await writeFile(join(target, 'complete'), '', { mode: 0o755 })
    return target
  }
  return undefined
}

/**
 * Returns `packages`, including installed ones (their files are looked up in one folder), and their missing dependencies.
 * A metapackage contains no file: the packages with its name and a version (postgresql-15, postgresql-client-15) are added.
 */
async function neededPackages(
  options: readonly string[],
  packages: readonly string[],
): Promise<readonly string[] | undefined> {
  const plan = async (...more: readonly string[]): Promise<readonly string[] | undefined> => {
    const install = ['-s', '-o', 'Debug::NoLocking=true', 'install', '--no-install-recommends', ...packages]
    const output = await outputOf('apt-get', [...options, ...more, ...install], { LC_ALL: 'C' })
    if (output === undefined) return undefined
    return [...output.matchAll(/^Inst (\S+)/gm)].map(([, planned]) => planned ?? '')
  }
  const missing = await plan()
  const ofBareMachine = await plan('-o', 'Dir::State::status=/dev/null')
  if (missing === undefined || ofBareMachine === undefined) return undefined
  const parts = ofBareMachine.filter((name) => packages.some((wanted) => name.startsWith(`${wanted}-`)))
  return [...new Set([...packages, ...parts, ...missing])]
}

/** Returns all folders with libraries below an unpacked `root`, in the form of `LD_LIBRARY_PATH`. */
export async function libraryFolders(root: string): Promise<string> {
  const found = new Set<string>()
  for (const lib of [join(root, 'usr', 'lib'), join(root, 'lib')]) {
    const entries = await readdir(lib, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (/^lib.+\.so(\.|$)/.test(entry.name)) found.add(entry.parentPath)
  }
  // Libraries beside one program (a driver, a plug-in) must not hide the shared ones, so shorter paths come first.
  return [...found].toSorted((one, other) => one.length - other.length).join(':')
}

/** Writes a program at `path` that runs `target` with a changed environment, in the folder `cwd` if given. */
export async function wrap(
  path: string,
  target: string,
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}' `)
  const move = cwd === undefined ? '' : `cd '${cwd}' || exit 1\n`
  await rm(path, { force: true })
  await writeFile(path, `#!/bin/sh\n${move}${settings.join('')}exec '${target}' "$@"\n`, { mode: 0o755 })
  return path
}

/** Returns the setting that selects the fonts in `fonts` if the machine has none: text without a font is invisible. */
export async function ownFonts(folder: string, fonts: string): Promise<Readonly<Record<string, string>>> {
  if (existsSync('/etc/fonts/fonts.conf')) return {}
  const file = join(folder, 'fonts.conf')
  const settings = `<dir>${fonts}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${settings}</fontconfig>`)
  return { FONTCONFIG_FILE: file }
}

/** A program that is in Debian packages. */
export type DebianProgram = {
  readonly packages: readonly string[]
  /** The path of the program below the folder that the packages are unpacked into. */
  readonly file: string
  /** Arguments with which the program exits at once with status 0; by default `--version`. */
  readonly probe?: readonly string[]
  /** The name of the folder that the packages are unpacked into; by default the name of the program. */
  readonly folder?: string
  /** True if the program shows text, with the fonts that are unpacked beside it. */
  readonly hasFonts?: true
  /** True if the program runs in the folder that it was unpacked into. */
  readonly isRunInside?: true
  /** Returns additional environment variables for the folder that the program was unpacked into. */
  readonly env?: (unpacked: string) => Readonly<Record<string, string>>
  /** Changes the unpacked files so that the program runs from its folder. */
  readonly prepare?: (unpacked: string) => Promise<void>
}

/** Unpacks a program with the libraries that the machine lacks, and adds it to this checkout; undefined if it does not run. */
export async function unpackProgram(name: string, program: DebianProgram): Promise<string | undefined> {
  const unpacked = await aptUnpack(program.folder ?? name, program.packages)
  if (unpacked === undefined || !(await isExecutable(join(unpacked, program.file)))) return undefined
  await program.prepare?.(unpacked)
  const path = join(CACHE, 'bin', name)
  const env = {
    ...(program.hasFonts ? await ownFonts(unpacked, join(unpacked, 'usr', 'share', 'fonts')) : {}),
    ...program.env?.(unpacked),
    LD_LIBRARY_PATH: await libraryFolders(unpacked),
  }
  await wrap(path, join(unpacked, program.file), env, program.isRunInside ? unpacked : undefined)
  if (await runs(path, program.probe)) return path
  await rm(path, { force: true })
  return undefined
}
