import { access } from 'node:fs/promises'
import { join } from 'node:path'
import {
  aptUnpack,
  CACHE,
  isExecutable,
  onPath,
  unpackProgram,
  type DebianProgram,
} from './machine-packages.ts'

/** Programs that a few tests start, and the Debian packages that contain them. */
const PROGRAMS = {
  go: {
    packages: ['golang-go'],
    file: 'usr/lib/go/bin/go',
    probe: ['version'],
    env: (unpacked) => ({ GOROOT: join(unpacked, 'usr/lib/go') }),
  },
  nginx: { packages: ['nginx'], file: 'usr/sbin/nginx', probe: ['-v'] },
  openssl: { packages: ['openssl'], file: 'usr/bin/openssl', probe: ['version'] },
  promtool: { packages: ['prometheus'], file: 'usr/bin/promtool' },
  python3: { packages: ['python3'], file: 'usr/bin/python3' },
  'redis-cli': { packages: ['redis-tools'], file: 'usr/bin/redis-cli' },
  'systemd-analyze': {
    packages: ['systemd'],
    file: 'usr/bin/systemd-analyze',
    env: (unpacked) => ({ SYSTEMD_UNIT_PATH: join(unpacked, 'usr/lib/systemd/system') }),
  },
} satisfies Readonly<Record<string, DebianProgram>>

type ProgramName = keyof typeof PROGRAMS
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]

/** Returns the path of a program that is on the machine or was fetched; undefined otherwise. */
export async function findProgram(name: ProgramName): Promise<string | undefined> {
  return onPath([name])
}

/** Returns the path of a program, and fetches it if the machine lacks it; undefined if that is not possible. */
export async function provideProgram(name: ProgramName): Promise<string | undefined> {
  const daemon = join('/usr/sbin', name)
  return (
    (await findProgram(name)) ?? ((await isExecutable(daemon)) ? daemon : unpackProgram(name, PROGRAMS[name]))
  )
}

/** The paths of Go and of a `GOPATH` with the source of golang.org/x/oauth2. */
export type GoLibrary = { readonly go: string; readonly goPath: string; readonly cacheDir: string }

const GO_LIBRARY_PACKAGES = ['golang-golang-x-oauth2-dev', 'golang-golang-x-net-dev'] as const
const UNPACKED = 'golang-oauth2'
/** The folder in which Debian installs the source of Go packages. */
const DEBIAN_GO_PATH = join('usr', 'share', 'gocode')

/** Returns Go with golang.org/x/oauth2 if both are on the machine or were fetched. */
export async function findGoLibrary(): Promise<GoLibrary | undefined> {
  const go = await findProgram('go')
  if (go === undefined) return undefined
  for (const root of [join(CACHE, 'debian', UNPACKED), '/']) {
    const goPath = join(root, DEBIAN_GO_PATH)
    const isThere = await access(join(goPath, 'src', 'golang.org', 'x', 'oauth2', 'oauth2.go')).then(
      () => true,
      () => false,
    )
    if (isThere) return { go, goPath, cacheDir: join(CACHE, 'go-build') }
  }
  return undefined
}

/** Fetches Go and the source if the machine lacks them; undefined if that is not possible. */
export async function provideGoLibrary(): Promise<GoLibrary | undefined> {
  if ((await provideProgram('go')) === undefined) return undefined
  const found = await findGoLibrary()
  if (found !== undefined) return found
  return (await aptUnpack(UNPACKED, GO_LIBRARY_PACKAGES)) === undefined ? undefined : findGoLibrary()
}
