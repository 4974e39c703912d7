import { Command, type Redis } from 'ioredis'
import { performance } from 'node:perf_hooks'
import type { Writable } from 'node:stream'
import type { ObserveCommand } from './command-spans.ts'
import { LateAnswerError, StoreUnavailableError, toStoreError } from './store-unavailable.ts'

/** Keeps the connections that have stopped answering. Commands on such a connection fail at once until its own PING is answered. */
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

/** Gives every command of one connection a deadline, an immediate refusal while the connection is silent, and our own error. */
export function guardNode(
  node: Redis,
  timeoutMs: number,
  silence: ReturnType<typeof createSilenceRegister>,
): void {
  const deadlines = createCommandDeadlines({
    timeoutMs,
    now: () => performance.now(),
    // Timers run before sockets are read. After a stall of this process sockets are read first.
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
  // Replies come in order: the answer to PING proves that all commands before it were answered. PING has no deadline;
  // a connection that stays silent is closed by `socketTimeout`, which also rejects the PING.
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
 * Buffers writes to `socket` until the present turn of the event loop has read all its sockets: the commands of all requests that
 * arrived together are sent in one system call.
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

/** The part of a connection that sends commands. */
interface Sender {
  sendCommand: (command: Command, stream?: never, node?: unknown) => unknown
}

/** Adds the outermost layer of a connection, which sees each command once, with the error that the caller receives. */
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
  /** Returns a monotonic time in milliseconds. */
  readonly now: () => number
  /** Calls back once after `delayMs`, and after the replies that had arrived by then were read. */
  readonly wait: (delayMs: number, callback: () => void) => void
  /** The first and the last command that were sent and have no answer yet; undefined if all have one. */
  readonly firstPending: () => PendingCommand | undefined
  readonly lastPending: () => PendingCommand | undefined
  /** Called if this command, and so every command before it, had no answer for the whole time-out. */
  readonly onLate: (command: PendingCommand) => void
  /** Called if no command at all was answered for a second time-out after that. */
  readonly onSilent: () => void
}

/** The number of checks per time-out; the last one may be late by this fraction of it. */
const LOOKS = 8

/**
 * Creates a deadline for the commands of a connection, with one timer for all. Replies come in order, so each check marks only the
 * last command sent. If it has no reply after the time-out, it is late, and so is each command before it. The connection is silent
 * if no reply at all follows within a second time-out.
 */
export function createCommandDeadlines(deps: CommandDeadlinesDeps): { noteSent(): void } {
  const { timeoutMs } = deps
  let marks: { readonly command: PendingCommand; readonly atMs: number }[] = []
  /** The command that has been awaited since the last late one. */
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
    /** Called at every command; does nothing while checks are running. */
    noteSent() {
      if (isLooking) return
      isLooking = true
      deps.wait(0, look)
    },
  }
}
