/** What a machine has for a run. */
type Machine = { readonly cores: number; readonly memoryBytes: number }

/** How many files each of the two long stages of a run, which go on side by side, works on at once. */
type TestWorkers = { readonly vitest: number; readonly browser: number }

const GIB = 1024 ** 3

/**
 * More files than cores: a file of tests with sockets waits most of its time, for processes that start, a lease that ends.
 * Of the two stages that of the browser waits less. With everything it starts a file takes up to a gigabyte, in the browser
 * one and a half.
 */
export function planTestWorkers({ cores, memoryBytes }: Machine): TestWorkers {
  const room = Math.floor(memoryBytes / GIB / 2)
  const limit = (wanted: number, least: number, most: number): number =>
    Math.max(least, Math.min(wanted, room, most))
  return { vitest: limit(cores + 2, 3, 6), browser: limit(1 + Math.floor(cores / 2), 2, 5) }
}
