export interface ConcurrencyLimit {
  enter(key: string): (() => void) | undefined
}

/**
 * Counts what is going on at the same time, by key.
 * @returns `enter`: undefined when `max` are going on already, else a function that says "done" (once; again is nothing).
 */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const going = new Map<string, number>()
  return {
    enter(key) {
      const count = going.get(key) ?? 0
      if (count >= max) return undefined
      going.set(key, count + 1)
      let isDone = false
      return () => {
        if (isDone) return
        isDone = true
        const left = (going.get(key) ?? 1) - 1
        if (left === 0) going.delete(key)
        else going.set(key, left)
      }
    },
  }
}
