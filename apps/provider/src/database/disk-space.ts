import { statfsSync } from 'node:fs'

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
