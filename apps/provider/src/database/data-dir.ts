import { closeSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '@counterfoil/service/settings/data-folder'

/** Thrown if another process has the embedded database open. */
export class DataDirTakenError extends Error {
  override readonly name = 'DataDirTakenError'

  constructor(dataDir: string, holderPid: number) {
    super(
      `PROVIDER_DATA_DIR: the embedded database in ${dataDir} is in use by process ${holderPid}. ` +
        'Stop that process, or set another PROVIDER_DATA_DIR, or use DATABASE_URL.',
    )
  }
}

/**
 * Acquires the exclusive lock on the embedded database in `dataDir`. The embedded engine itself would let two processes in and
 * lose data. A lock left behind by a process that no longer exists is replaced.
 *
 * @returns a function that releases the lock
 * @throws DataDirTakenError, or ConfigError if there can be no such folder
 */
export function takeDataDir(dataDir: string): () => void {
  makeDataFolder('PROVIDER_DATA_DIR', dataDir)
  const path = join(dataDir, 'lock')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (createLock(path)) {
      const release = () => {
        process.off('exit', release)
        if (readHolder(path) === process.pid) rmSync(path, { force: true })
      }
      process.on('exit', release)
      return release
    }
    const holder = readHolder(path)
    if (holder !== undefined && isAlive(holder)) throw new DataDirTakenError(dataDir, holder)
    rmSync(path, { force: true })
  }
  throw new DataDirTakenError(dataDir, readHolder(path) ?? 0)
}

function createLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, `${process.pid}\n`)
    closeSync(file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  // A lock with our own pid is of another database in this process, or of an earlier process with the same number. The first must
  // be refused and the second cannot be distinguished, so both count as taken.
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Thrown if the disk of the embedded database is nearly full. The code is PostgreSQL's `disk_full`. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = '53100'
}

/** The minimum of free bytes: three files of the database's write-ahead log. */
const RESERVE_BYTES = 48 * 1024 * 1024

/** Returns the bytes that may still be written below `folder`. */
export type FreeBytes = (folder: string) => number

const askDisk: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Returns a check that is called before each statement of the embedded database in `folder`. Without space for its write-ahead log
 * that database would loop for ever and block this process: statements are refused if less than the reserve is free.
 *
 * @throws DiskFullError from the returned function
 */
export function createRoomCheck(folder: string, freeBytes: FreeBytes = askDisk): () => void {
  return () => {
    if (freeBytes(folder) >= RESERVE_BYTES) return
    throw new DiskFullError(`Less than ${RESERVE_BYTES / 1024 / 1024} MB are free on the disk of ${folder}.`)
  }
}
