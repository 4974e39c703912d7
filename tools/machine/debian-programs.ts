import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runs } from './chromium-program.ts'
import { aptUnpack, CACHE, isExecutable, libraryFolders, onPath, wrap } from './machine-packages.ts'

type DebianProgram = {
  readonly packages: readonly string[]
  /** Below the folder that the packages are unpacked into. */
  readonly file: string
  /** Arguments with which the program exits at once with status 0. */
  readonly probe: readonly string[]
  /** It needs nothing of the many megabytes that come with it. */
  readonly isAlone?: true
  /** More of its environment, from the folder it was unpacked into. */
  readonly env?: (unpacked: string) => Readonly<Record<string, string>>
}

/** Programs that a few tests start, and the Debian packages that hold them. */
const PROGRAMS = {
  go: {
    packages: ['golang-go'],
    file: 'usr/lib/go/bin/go',
    probe: ['version'],
    env: (unpacked) => ({ GOROOT: join(unpacked, 'usr/lib/go') }),
  },
  nginx: { packages: ['nginx'], file: 'usr/sbin/nginx', probe: ['-v'] },
  openssl: { packages: ['openssl'], file: 'usr/bin/openssl', probe: ['version'] },
  promtool: { packages: ['prometheus'], file: 'usr/bin/promtool', probe: ['--version'], isAlone: true },
  python3: { packages: ['python3'], file: 'usr/bin/python3', probe: ['--version'] },
  'redis-cli': { packages: ['redis-tools'], file: 'usr/bin/redis-cli', probe: ['--version'] },
  'systemd-analyze': {
    packages: ['systemd'],
    file: 'usr/bin/systemd-analyze',
    probe: ['--version'],
    env: (unpacked) => ({ SYSTEMD_UNIT_PATH: join(unpacked, 'usr/lib/systemd/system') }),
  },
} satisfies Readonly<Record<string, DebianProgram>>

export type ProgramName = keyof typeof PROGRAMS
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]

/** Returns the path of a program that the machine has or that was fetched; undefined for neither. */
export async function findProgram(name: ProgramName): Promise<string | undefined> {
  return onPath([name])
}

/** Returns the path of a program, fetched where the machine lacks it; undefined where that cannot be done. */
export async function provideProgram(name: ProgramName): Promise<string | undefined> {
  const daemon = join('/usr/sbin', name)
  return (await findProgram(name)) ?? ((await isExecutable(daemon)) ? daemon : fromDebian(name))
}

async function fromDebian(name: ProgramName): Promise<string | undefined> {
  const { packages, file, probe, isAlone, env }: DebianProgram = PROGRAMS[name]
  const unpacked = await aptUnpack(name, packages)
  if (unpacked === undefined) return undefined
  const path = join(CACHE, 'bin', name)
  const program = join(unpacked, file)
  if (isAlone) {
    await mkdir(dirname(path), { recursive: true })
    await copyFile(program, path)
    await rm(unpacked, { recursive: true, force: true })
  } else {
    await wrap(path, program, { ...env?.(unpacked), LD_LIBRARY_PATH: await libraryFolders(unpacked) })
  }
  if (await runs(path, probe)) return path
  await rm(path, { force: true })
  return undefined
}
