import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What kind of file system Linux says that a folder in memory is. */
const TMPFS = 0x0102_1994
/** Several times what the databases of a run have taken at once. */
const ROOM_BYTES = 2 * 1024 ** 3

/** The folder that {@link makeMemoryFolder} made for a run, in the environment of its programs. */
export const MEMORY_FOLDER_SETTING = 'COUNTERFOIL_MEMORY_FOLDER'

/**
 * A folder in memory for what a run makes and throws away; the caller removes it. A database that is copied for one test
 * file takes a tenth of the processor time there.
 * @param place where the system keeps files in memory
 * @returns undefined where there is none, or no room: containers often have 64 MB
 */
export async function makeMemoryFolder(place: string = MEMORY): Promise<string | undefined> {
  try {
    const { type, bavail, bsize } = await statfs(place)
    // What is there lies in the memory that programs need too.
    if (type !== TMPFS || Math.min(bavail * bsize, process.availableMemory() / 2) < ROOM_BYTES)
      return undefined
    const folder = await mkdtemp(join(place, 'counterfoil-'))
    // PostgreSQL does not run as root, and its own user has to get through to its data.
    await chmod(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
