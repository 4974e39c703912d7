import { statfsSync } from 'node:fs'

/** The disk below the embedded database is nearly full. The code is PostgreSQL's `disk_full`. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = '53100'
}

/** Three files of its write-ahead log. */
const RESERVE_BYTES = 48 * 1024 * 1024

/** Returns the bytes that may still be written below `folder`. */
export type FreeBytes = (folder: string) => number

const askDisk: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Returns what is called before each statement of the embedded database in `folder`. Without room for its write-ahead log that
 * database would loop for ever, and this process with it: statements are refused while there is less than the reserve.
 *
 * @throws DiskFullError from what is returned
 */
export function createRoomCheck(folder: string, freeBytes: FreeBytes = askDisk): () => void {
  return () => {
    if (freeBytes(folder) >= RESERVE_BYTES) return
    throw new DiskFullError(`Less than ${RESERVE_BYTES / 1024 / 1024} MB are free on the disk of ${folder}.`)
  }
}
