/** The processor cores and the memory available for a run. */
type Machine = { readonly cores: number; readonly memoryBytes: number }

/** The number of files that each of the two long, simultaneous stages of a run works on at once. */
type TestWorkers = { readonly vitest: number; readonly browser: number }

const GIB = 1024 ** 3

/**
 * Plans more files than cores: a test file with sockets mostly waits, for starting processes or an expiring lease; a browser
 * test waits less. With all its processes a test file takes up to a gigabyte of memory, in the browser one and a
 * half.
 */
export function planTestWorkers({ cores, memoryBytes }: Machine): TestWorkers {
  const room = Math.floor(memoryBytes / GIB / 2)
  const limit = (wanted: number, least: number, most: number): number =>
    Math.max(least, Math.min(wanted, room, most))
  return { vitest: limit(cores + 2, 3, 6), browser: limit(1 + Math.floor(cores / 2), 2, 5) }
}
