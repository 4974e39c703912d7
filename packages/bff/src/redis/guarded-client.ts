import { Command, type Redis } from 'ioredis'
import { performance } from 'node:perf_hooks'
import type { Writable } from 'node:stream'
import type { ObserveCommand } from './command-spans.ts'
import { LateAnswerError, StoreUnavailableError, toStoreError } from './store-unavailable.ts'

/** Which connections have stopped answering. A silent one fails at once until its own PING comes back. */
export function createSilenceRegister(report: (event: { readonly event: string }) => void) {
  const silent = new Set<unknown>()
  let stopped = false
  return {
    isSilent: (node: unknown) => silent.has(node),
    begin(node: Redis, probe: () => Promise<unknown>) {
      if (silent.has(node) || stopped) return
      silent.add(node)
      report({ event: 'store.silent' })
      const end = () => {
        if (silent.delete(node)) report({ event: 'store.answers-again' })
      }
      probe().then(end, end)
    },
    stop() {
      stopped = true
      silent.clear()
    },
  }
}

/** Gives every command of one connection a deadline, a fast refusal while the connection is silent, and our error. */
export function guardNode(
  node: Redis,
  timeoutMs: number,
  silence: ReturnType<typeof createSilenceRegister>,
): void {
  const deadlines = createCommandDeadlines({
    timeoutMs,
    now: () => performance.now(),
    // Timers run before sockets are read. After a stall of our own, read first, then judge.
    wait: (delayMs, callback) => void setTimeout(() => setImmediate(callback), delayMs),
    firstPending: () => pending('peekFront'),
    lastPending: () => pending('peekBack'),
    onLate(late) {
      for (const { command } of node.commandQueue.toArray()) {
        command.reject(new LateAnswerError())
        if (Object.is(command, late)) return
      }
    },
    onSilent() {
      const unanswered = node.commandQueue.toArray()
      silence.begin(node, sendPing)
      for (const { command } of unanswered) command.reject(new StoreUnavailableError('Command timed out'))
    },
  })
  function pending(end: 'peekFront' | 'peekBack'): Command | undefined {
    const command = node.status === 'ready' ? node.commandQueue[end]()?.command : undefined
    return command instanceof Command ? command : undefined
  }
  translateErrors(node)
  const send = node.sendCommand.bind(node)
  // Replies come in order: the answer to this one proves that everything before it was answered. It has no deadline;
  // a connection that stays silent is torn down by `socketTimeout`, and that answers it too.
  const sendPing = async () => send(new Command('ping'))
  node.sendCommand = (command, stream) => {
    if (node.status === 'ready') {
      if (silence.isSilent(node)) {
        command.reject(new StoreUnavailableError('Command timed out'))
        return command.promise
      }
      deadlines.noteSent()
      writeTogether(node.stream)
    }
    return send(command, stream)
  }
}

/**
 * Holds back what is written to `socket` until the present turn of the event loop has read all its sockets: the commands
 * of all requests that came together leave in one system call.
 */
function writeTogether(socket: Writable): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  setImmediate(() => socket.uncork())
}

export function translateErrors(connection: Sender): void {
  const send = connection.sendCommand.bind(connection)
  connection.sendCommand = (command, stream, node) => {
    // A command that a cluster sends again passes here again; translating twice changes nothing.
    const reject = command.reject
    command.reject = (error) => reject(toStoreError(error))
    return send(command, stream, node)
  }
}

/** What a command that is sent on a connection passes through. */
interface Sender {
  sendCommand: (command: Command, stream?: never, node?: unknown) => unknown
}

/** The outermost layer: sees each command once, with the fault the caller sees. */
export function observeCommands(connection: Sender, observe: ObserveCommand): void {
  const send = connection.sendCommand.bind(connection)
  const seen = new WeakSet<Command>()
  connection.sendCommand = (command, stream, node) => {
    // A cluster passes a command here again when it was redirected.
    const end = seen.has(command)
      ? undefined
      : observe({ name: command.name, key: command.getKeys()[0]?.toString() })
    if (end !== undefined) {
      seen.add(command)
      command.promise.then(
        () => end(false),
        () => end(true),
      )
    }
    return send(command, stream, node)
  }
}

interface PendingCommand {
  readonly isSettled: boolean
  reject(error: Error): void
}

interface CommandDeadlinesDeps {
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
