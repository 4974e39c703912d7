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
  /** The command that was sent last and has no answer yet; undefined when all have one. */
  readonly lastPending: () => PendingCommand | undefined
  /** Told when a command had no answer for the whole time. */
  readonly onMissed: () => void
}

/** How many times a time-out is looked at; the last look may come this part of it late. */
const LOOKS = 8

/**
 * A deadline for all commands of a connection without keeping any of them: now and then the command that was sent last
 * is marked, and when a marked one is still unanswered after the time-out, so is everything before it.
 */
export function createCommandDeadlines(deps: CommandDeadlinesDeps): { noteSent(): void } {
  const everyMs = deps.timeoutMs / LOOKS
  let marks: { readonly command: PendingCommand; readonly atMs: number }[] = []
  let isLooking = false

  function look(): void {
    const nowMs = deps.now()
    marks = marks.filter(({ command }) => !command.isSettled)
    const oldest = marks[0]
    if (oldest !== undefined && nowMs - oldest.atMs >= deps.timeoutMs) {
      marks = []
      isLooking = false
      deps.onMissed()
      return
    }
    const last = deps.lastPending()
    if (last === undefined) {
      isLooking = false
      return
    }
    if (marks.at(-1)?.command !== last) marks.push({ command: last, atMs: nowMs })
    deps.wait(everyMs, look)
  }

  return {
    /** Called before or after every command is sent; does nothing nearly every time. */
    noteSent() {
      if (isLooking) return
      isLooking = true
      deps.wait(0, look)
    },
  }
}
