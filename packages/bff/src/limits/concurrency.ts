export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/**
 * Counts the operations that run at the same time, by key.
 * @returns `enter`: undefined if `max` operations run already, else a function to call at the end (further calls do nothing).
 */
export function createConcurrencyLimit(max: number) {
  const going = new Map<string, number>()
  return {
    enter(key: string): (() => void) | undefined {
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
