/** Of each body so much is free: any query of a page fits, and is never refused because others send a lot. */
export const FREE_BODY_BYTES = 8192

/** What large bodies may take together, in each process, until they are answered. */
const MAX_BODIES_BYTES = 4 * 1_048_576
/** However large one may be, a few fit. */
const FEW = 4

/** How much memory bodies may take together: a limit for each caller alone says nothing about all of them. */
export interface BodyBudget {
  /** A part of the budget for one request. */
  open(): BodyShare
}

interface BodyShare {
  /** False when there is not that much left, and nothing of it is free. */
  take(bytes: number): boolean
  /** The request is answered, or gone. Once is enough, more is nothing. */
  giveBack(): void
}

/** The budget of an app that takes bodies of `maxBodyBytes`. */
export const bodyBudgetFor = (maxBodyBytes: number): BodyBudget =>
  createBodyBudget(Math.max(MAX_BODIES_BYTES, FEW * maxBodyBytes))

/**
 * @param maxBytes Of all shares together.
 * @param freeBytes Of each share, beside that.
 */
export function createBodyBudget(maxBytes: number, freeBytes = FREE_BODY_BYTES): BodyBudget {
  let taken = 0
  return {
    open() {
      let read = 0
      let ours = 0
      return {
        take(bytes) {
          const next = read + bytes
          const more = Math.max(0, next - freeBytes) - ours
          if (more > 0 && taken + more > maxBytes) return false
          read = next
          taken += more
          ours += more
          return true
        },
        giveBack() {
          taken -= ours
          ours = 0
        },
      }
    },
  }
}
