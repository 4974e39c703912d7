import { createHash } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite as PGliteClass, PGliteOptions } from '@electric-sql/pglite'

/**
 * Opens an in-memory database with all tables, from a copy that is kept among the packages: creating and migrating one costs two
 * seconds of processor time, reading the copy a quarter of that, and tests need dozens. Without a place for the copy everything
 * still works, and every caller migrates its own database.
 *
 * @param options for every database that is created
 * @param migrate migrates a new database to the latest schema, before it is kept
 */
export async function openKeptCluster(
  PGlite: typeof PGliteClass,
  options: PGliteOptions,
  migrate: (fresh: PGliteClass) => Promise<void>,
): Promise<PGliteClass> {
  const file = await fileOfCopy()
  const kept = await readCopy(file)
  if (kept !== undefined) return await PGlite.create({ ...options, loadDataDir: kept })

  const fresh = await PGlite.create(options)
  await migrate(fresh)
  for (const statement of DROP_TEMPLATES) await fresh.exec(statement)
  await keep(fresh, file).catch(() => undefined)
  return fresh
}

/**
 * Drops the two template databases, which are a third of a cluster. In memory no database is ever created from them, and reading a
 * copy without them takes a third less.
 */
const DROP_TEMPLATES = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/**
 * Opens the database in `dataDir`, which starts as the kept copy if there is one. If copying is interrupted, a marker remains, and
 * the next start copies again.
 */
export async function openKeptFolder(
  PGlite: typeof PGliteClass,
  { dataDir, ...options }: PGliteOptions & { readonly dataDir: string },
): Promise<PGliteClass> {
  if (isLaid(dataDir)) return await PGlite.create({ ...options, dataDir })
  await rm(dataDir, { recursive: true, force: true })
  await writeFile(markerOf(dataDir), '')
  const loadDataDir = await readCopy(await fileOfCopy())
  const fresh = await PGlite.create({ ...options, dataDir, ...(loadDataDir && { loadDataDir }) })
  await rm(markerOf(dataDir))
  return fresh
}

/** Returns true if `dataDir` has a database that was completely created. */
export const isLaid = (dataDir: string): boolean => existsSync(dataDir) && !existsSync(markerOf(dataDir))

const markerOf = (dataDir: string) => `${dataDir}.unfinished`

async function fileOfCopy(): Promise<string> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/migrated-cluster')
  return join(folder, `${await contentsOf()}.tar`)
}

async function readCopy(file: string): Promise<Blob | undefined> {
  return existsSync(file) ? await openAsBlob(file) : undefined
}

async function keep(fresh: PGliteClass, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  // Several processes may get here at once; only the one that creates the marker writes.
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

/** Returns the version of the copy's engine, migrations and method: a copy with another one is never read. */
async function contentsOf(): Promise<string> {
  const manifest = import.meta.resolve('@electric-sql/pglite').replace(/\/dist\/.*$/, '/package.json')
  const { version } = JSON.parse(await readFile(new URL(manifest), 'utf8')) as { version: string }
  const migrations = join(import.meta.dirname, 'migrations')
  const names = (await readdir(migrations, { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const hash = createHash('sha256').update(DROP_TEMPLATES.join('\n'))
  for (const name of names) hash.update(name).update(await readFile(join(migrations, name)))
  return `${version}-${hash.digest('hex').slice(0, 16)}`
}
