import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../step.ts'

/**
 * Returns a hash of files of the checkout: it differs if one of them is added, changed or deleted.
 * @param sources Patterns, relative to the root.
 * @param unless Names of files that do not affect the build.
 */
export function hashSources(sources: readonly string[], unless: RegExp): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !unless.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  return hash.digest('hex')
}
