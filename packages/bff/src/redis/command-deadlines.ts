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
  /** The first and the last command that were sent and have no answer yet; undefined when all have one. */
  readonly firstPending: () => PendingCommand | undefined
  readonly lastPending: () => PendingCommand | undefined
  /** Called when this command, and so each before it, had no answer for the whole time. */
  readonly onLate: (command: PendingCommand) => void
  /** Called when nothing at all was answered for a second time-out after that. */
  readonly onSilent: () => void
}

/** How many times a time-out is looked at; the last look may come this part of it late. */
const LOOKS = 8

/**
 * A deadline for all commands of a connection without keeping any of them: now and then the command that was sent last
 * is marked, and when a marked one is still unanswered after the time-out, so is everything before it. One slow answer makes
 * only the commands late that waited for it; the connection is silent when nothing follows.
 */
export function createCommandDeadlines(deps: CommandDeadlinesDeps): { noteSent(): void } {
  const { timeoutMs } = deps
  let marks: { readonly command: PendingCommand; readonly atMs: number }[] = []
  /** What is waited for since the last late command. */
  let stuck: { readonly command?: PendingCommand | undefined; readonly sinceMs: number } = { sinceMs: 0 }
  let isLooking = false

  function look(): void {
    const nowMs = deps.now()
    marks = marks.filter(({ command }) => !command.isSettled)
    const oldest = marks[0]
    if (oldest !== undefined && nowMs - oldest.atMs >= timeoutMs) {
      const command = deps.firstPending()
      if (stuck.command !== command) stuck = { command, sinceMs: nowMs }
      else if (nowMs - stuck.sinceMs >= timeoutMs) {
        marks = []
        isLooking = false
        deps.onSilent()
        return
      }
      marks.shift()
      deps.onLate(oldest.command)
    }
    const last = deps.lastPending()
    if (last === undefined || last.isSettled) {
      isLooking = false
      return
    }
    if (marks.at(-1)?.command !== last) marks.push({ command: last, atMs: nowMs })
    deps.wait(timeoutMs / LOOKS, look)
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
