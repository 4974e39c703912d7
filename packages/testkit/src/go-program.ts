import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from './child.ts'
import { findGoLibrary, type GoLibrary } from '@counterfoil/tools/machine/debian-programs'

export { findGoLibrary }

/** A program that was built in its own folder, which is deleted with it. */
export type GoProgram = { readonly path: string; [Symbol.asyncDispose](): Promise<void> }

/**
 * Builds a Go program of one file that imports golang.org/x/oauth2. No module is downloaded.
 *
 * @throws with the compiler's output
 */
export async function buildGoProgram(library: GoLibrary, source: string): Promise<GoProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'go-program-'))
  const path = join(folder, 'program')
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: library.goPath,
    GOCACHE: library.cacheDir,
    GOFLAGS: '',
    CGO_ENABLED: '0',
  }
  await runChild(library.go, ['build', '-o', path, source], { env })
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
