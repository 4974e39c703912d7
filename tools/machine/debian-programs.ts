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

/** Returns the path of a program that the machine has or that was fetched; undefined for neither. */
export async function findProgram(name: ProgramName): Promise<string | undefined> {
  return onPath([name])
}

/** Returns the path of a program, fetched where the machine lacks it; undefined where that cannot be done. */
export async function provideProgram(name: ProgramName): Promise<string | undefined> {
  const daemon = join('/usr/sbin', name)
  return (
    (await findProgram(name)) ?? ((await isExecutable(daemon)) ? daemon : unpackProgram(name, PROGRAMS[name]))
  )
}

/** Go, and a `GOPATH` below which the source of golang.org/x/oauth2 lies. */
export type GoLibrary = { readonly go: string; readonly goPath: string; readonly cacheDir: string }

const GO_LIBRARY_PACKAGES = ['golang-golang-x-oauth2-dev', 'golang-golang-x-net-dev'] as const
const UNPACKED = 'golang-oauth2'
/** Where Debian keeps the source of Go's packages. */
const DEBIAN_GO_PATH = join('usr', 'share', 'gocode')

/** Returns Go with golang.org/x/oauth2 where both are on the machine or were fetched. */
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

/** Fetches Go and the source where the machine lacks them; undefined where that cannot be done. */
export async function provideGoLibrary(): Promise<GoLibrary | undefined> {
  if ((await provideProgram('go')) === undefined) return undefined
  const found = await findGoLibrary()
  if (found !== undefined) return found
  return (await aptUnpack(UNPACKED, GO_LIBRARY_PACKAGES)) === undefined ? undefined : findGoLibrary()
}
