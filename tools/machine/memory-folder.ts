import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** The type number that Linux reports for a file system in memory (tmpfs). */
const TMPFS = 0x0102_1994
/** The free space required: several times the most that the databases of a run have used. */
const ROOM_BYTES = 2 * 1024 ** 3

/** The setting with the folder that {@link makeMemoryFolder} made for a run. */
export const MEMORY_FOLDER_SETTING = 'COUNTERFOIL_MEMORY_FOLDER'

/**
 * Creates a folder in memory for temporary files of a run; the caller removes it. Copying a database for a test file
 * takes a tenth of the processor time there.
 * @param place The folder in which the system keeps files in memory.
 * @returns Undefined if there is none, or too little space: containers often have 64 MB
 */
export async function makeMemoryFolder(place: string = MEMORY): Promise<string | undefined> {
  try {
    const { type, bavail, bsize } = await statfs(place)
    // Files in the folder use the memory that programs need too.
    if (type !== TMPFS || Math.min(bavail * bsize, process.availableMemory() / 2) < ROOM_BYTES)
      return undefined
    const folder = await mkdtemp(join(place, 'counterfoil-'))
    // PostgreSQL does not run as root, and its user has to reach its data.
    await chmod(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
