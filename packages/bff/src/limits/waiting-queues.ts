import type { Passage } from './allowance.ts'

interface Waiter {
  readonly untilMs: number
  readonly resolve: (passage: Passage) => void
}

/** Those who wait for a place, in a line for each name: first come, first served in a line, and the lines take turns. */
export interface WaitingQueues {
  /** In all lines together. */
  size(): number
  /** Is at the end of the line. @param untilMs Who would have no place by then can be refused. */
  join(line: string, untilMs: number): Promise<Passage>
  /** Lets the next one go: the first of the line whose turn it is. */
  letGo(): void
  /** Answers `passage()` to those whose time is over before `atMs`. */
  refuseBefore(atMs: number, passage: () => Passage): void
}

const GO: Passage = { kind: 'go' }

export function createWaitingQueues(): WaitingQueues {
  const lines = new Map<string, Waiter[]>()
  let size = 0
  return {
    size: () => size,
    join(line, untilMs) {
      return new Promise((resolve) => {
        const waiters = lines.get(line)
        if (waiters === undefined) lines.set(line, [{ untilMs, resolve }])
        else waiters.push({ untilMs, resolve })
        size += 1
      })
    },
    letGo() {
      const [next] = lines
      if (next === undefined) return
      const [line, waiters] = next
      const first = waiters.shift()
      lines.delete(line)
      // Behind all the others: the next turn is theirs.
      if (waiters.length > 0) lines.set(line, waiters)
      size -= 1
      first?.resolve(GO)
    },
    refuseBefore(atMs, passage) {
      for (const [line, waiters] of lines) {
        const inTime = waiters.filter(({ untilMs }) => untilMs >= atMs)
        for (const { untilMs, resolve } of waiters) if (untilMs < atMs) resolve(passage())
        size -= waiters.length - inTime.length
        if (inTime.length === 0) lines.delete(line)
        else lines.set(line, inTime)
      }
    },
  }
}
