import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite as PGliteClass, PGliteOptions } from '@electric-sql/pglite'

/**
 * An empty database for memory, from a copy kept among the packages: making one anew costs a second of processor time,
 * reading the copy a quarter of that, and tests need dozens. Without a place to keep it everything still works.
 *
 * @param options given to every database that is made
 */
export async function openEmptyCluster(
  PGlite: typeof PGliteClass,
  options: PGliteOptions,
): Promise<PGliteClass> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/empty-cluster')
  const file = join(folder, `${await versionOf()}.tar`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept !== undefined)
    return await PGlite.create({ ...options, loadDataDir: new Blob([new Uint8Array(kept)]) })

  const fresh = await PGlite.create(options)
  await keep(fresh, { folder, file }).catch(() => undefined)
  return fresh
}

async function keep(
  fresh: PGliteClass,
  { folder, file }: { readonly folder: string; readonly file: string },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Several processes may get here at once; the one that makes the marker writes.
  const marker = `${file}.writing`
  const claim = await open(marker, 'wx')
  await claim.close()
  try {
    const dump = await fresh.dumpDataDir('none')
    await writeFile(`${file}.part`, Buffer.from(await dump.arrayBuffer()))
    await rename(`${file}.part`, file)
  } finally {
    await rm(marker, { force: true })
  }
}

/** A copy made by another version is never read. */
async function versionOf(): Promise<string> {
  const manifest = import.meta.resolve('@electric-sql/pglite').replace(/\/dist\/.*$/, '/package.json')
  const { version } = JSON.parse(await readFile(new URL(manifest), 'utf8')) as { version: string }
  return version
}
