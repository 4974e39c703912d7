import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE, outputOf } from './machine-packages.ts'

const LOCKS = join(import.meta.dirname, '../programs')
const FILES = ['package.json', 'package-lock.json'] as const

/**
 * Fetches programs from the package registry, exactly those whose checksums are in `tools/programs/<name>/package-lock.json`. No
 * script of a package is run. Returns their folder, or undefined if they cannot be fetched.
 */
export async function fetchLocked(
  name: 'chromium' | 'postgres',
  folder = join(CACHE, name),
): Promise<string | undefined> {
  const lock = await readFile(join(LOCKS, name, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  const stampFile = join(folder, 'fetched')
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of FILES) await copyFile(join(LOCKS, name, file), join(folder, file))
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  if ((await outputOf('npm', npm, {}, folder)) === undefined) return undefined
  await writeFile(stampFile, stamp)
  return folder
}
