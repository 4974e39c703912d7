/** The part of a Redis command that a deadline needs. */
export interface PendingCommand {
  readonly isSettled: boolean
  reject(error: Error): void
}

export interface CommandDeadlinesDeps {
  readonly timeoutMs: number
  /** Milliseconds that only grow. */
  readonly now: () => number
  /** Calls back once after `delayMs`, and after the replies that had already arrived by then were read. */
  readonly wait: (delayMs: number, callback: () => void) => void
  readonly makeError: () => Error
  /** Told once for every sweep that found a command without an answer. */
  readonly onMissed: () => void
}

/**
 * One timer for all commands of a connection instead of one per command.
 * Deadlines are all equally long, so the oldest command is always first.
 */
export function createCommandDeadlines(deps: CommandDeadlinesDeps): { track(command: PendingCommand): void } {
  let queue: { readonly command: PendingCommand; readonly dueMs: number }[] = []
  let head = 0
  let armed = false

  function arm(delayMs: number): void {
    armed = true
    deps.wait(delayMs, sweep)
  }

  function sweep(): void {
    armed = false
    const nowMs = deps.now()
    let missed = false
    while (head < queue.length) {
      const entry = queue[head]
      if (entry === undefined) break
      if (!entry.command.isSettled) {
        if (entry.dueMs > nowMs) break
        missed = true
        entry.command.reject(deps.makeError())
      }
      head += 1
    }
    queue = queue.slice(head)
    head = 0
    if (missed) deps.onMissed()
    const next = queue[0]
    if (next !== undefined && !armed) arm(Math.max(1, next.dueMs - nowMs))
  }

  return {
    track(command) {
      queue.push({ command, dueMs: deps.now() + deps.timeoutMs })
      if (!armed) arm(deps.timeoutMs)
    },
  }
}
