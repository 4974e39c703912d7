/** The free bytes of each body: any query of a page fits, and is never refused because of large bodies of others. */
export const FREE_BODY_BYTES = 8192

/** The bytes that large bodies may take together, in each process, until they are answered. */
const MAX_BODIES_BYTES = 4 * 1_048_576
/** The number of bodies of the largest size that fit into the budget. */
const FEW = 4

export type BodyBudget = ReturnType<typeof createBodyBudget>

/** Returns the budget of an app that takes bodies of `maxBodyBytes`. */
export const bodyBudgetFor = (maxBodyBytes: number) =>
  createBodyBudget(Math.max(MAX_BODIES_BYTES, FEW * maxBodyBytes))

/**
 * Creates the memory that all bodies may take together: a limit per caller does not bound their sum.
 *
 * @param maxBytes The budget of all shares together.
 * @param freeBytes The bytes of each share that are not counted.
 */
export function createBodyBudget(maxBytes: number, freeBytes = FREE_BODY_BYTES) {
  let taken = 0
  return {
    /** Opens a share of the budget for one request. */
    open() {
      let read = 0
      let ours = 0
      return {
        /** Returns false if the bytes are neither free nor left in the budget. */
        take(bytes: number): boolean {
          const next = read + bytes
          const more = Math.max(0, next - freeBytes) - ours
          if (more > 0 && taken + more > maxBytes) return false
          read = next
          taken += more
          ours += more
          return true
        },
        /** Returns the share when the request is answered or gone. Further calls do nothing. */
        giveBack(): void {
          taken -= ours
          ours = 0
        },
      }
    },
  }
}
