import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, provideProgram } from './debian-programs.ts'
import { aptUnpack, CACHE } from './machine-packages.ts'

/** Go, and a `GOPATH` below which the source of golang.org/x/oauth2 lies. */
export type GoLibrary = { readonly go: string; readonly goPath: string; readonly cacheDir: string }

const PACKAGES = ['golang-golang-x-oauth2-dev', 'golang-golang-x-net-dev'] as const
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
  return (await aptUnpack(UNPACKED, PACKAGES)) === undefined ? undefined : findGoLibrary()
}
