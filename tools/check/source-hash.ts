import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../step.ts'

/**
 * Represents the content of files of the checkout: another where one of them is added, changed or gone.
 * @param sources patterns, from the root
 * @param unless names of files that change nothing of what is built
 */
export function hashSources(sources: readonly string[], unless: RegExp): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !unless.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  return hash.digest('hex')
}
