export type Limit = <T>(task: () => Promise<T>) => Promise<T>

/** Runs at most `max` of the given tasks at the same time; the others wait. */
export function createLimit(max: number): Limit {
  let running = 0
  const waiting: (() => void)[] = []

  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
