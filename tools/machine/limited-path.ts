import { mkdir, rm, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { CACHE, onPath, wrap } from './machine-packages.ts'
import { BASE_PROGRAMS, findBaseProgram } from '../start/startable.ts'
import { ROOT } from '../step.ts'

const FOLDER = join(CACHE, 'path')

/**
 * Returns a `PATH` that contains only the locked programs, npm, the programs of every system, and those fetched for this checkout:
 * a test that uses any other program fails on every machine.
 */
export async function limitPath(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  for (const name of BASE_PROGRAMS) {
    const path = findBaseProgram(name)
    if (path !== undefined) await symlink(path, join(FOLDER, name))
  }
  await symlink(process.execPath, join(FOLDER, 'node'))
  for (const name of ['npm', 'npx']) {
    const path = await onPath([name])
    if (path !== undefined) await addToLimitedPath(name, path)
  }
  return [join(ROOT, 'node_modules', '.bin'), FOLDER, join(CACHE, 'bin')].join(delimiter)
}

/** Adds the program at `path` to the limited path under `name`. */
export async function addToLimitedPath(name: string, path: string): Promise<void> {
  if (path !== join(CACHE, 'bin', name)) await wrap(join(FOLDER, name), path, {})
}
