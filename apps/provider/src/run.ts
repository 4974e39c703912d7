import type { RequestListener, ServerOptions } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemClock } from '@counterfoil/service/values/clock'
import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { createLogger, type Logger } from '@counterfoil/service/telemetry/logger'
import { markOf } from '@counterfoil/service/telemetry/redaction'
import { serveAdminSocketBeside } from '#admin/admin-socket.ts'
import type { CommandInput } from '#admin/command.ts'
import { runCommand } from '#admin/run-command.ts'
import { findOutage } from '#http/errors.ts'
import { type ProviderConfig, publicUrlOf } from './config.ts'
import { createApp, createParts, startWork } from './provider.ts'

export interface RunningProvider {
  /** The address people use. */
  readonly url: string
  /** The port listened on. */
  readonly port: number
  /** Runs a command of the command line and answers its JSON. Throws an error with the message and code of a fault. */
  admin(argv: readonly string[], input?: CommandInput): Promise<unknown>
  /** Reports that it is not ready, and continues to serve. */
  drain(): void
  /** Stops taking requests, lets those in flight finish, writes the log, closes the database. */
  close(): Promise<void>
}

/** Answers in flight may take so long to finish when the process is asked to stop. */
const STOP_GRACE_MS = 10_000

interface RunOptions {
  readonly logger?: Logger
  readonly clock?: Clock
  /** A socket that listens already, in place of host and port. */
  readonly socketFd?: number | undefined
  /** Other limits of every listener than ours. */
  readonly server?: ServerOptions
}

/** Answers that this process lives, and to everything else that it is starting: the database may not have answered yet. */
const answerWhileStarting: RequestListener = (req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (req.url === '/health/live') return res.end('{"status":"ok"}')
  res.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' })
  return res.end('Starting. Try again in a moment.\n')
}

/** The port of the provider, which is opened once. A proxy sends a refused connection to another process; a 503 it passes on. */
function createPort(
  { host, port }: ProviderConfig,
  { server = {} }: RunOptions,
  onOpen: (listening: Listening) => void,
) {
  let app = answerWhileStarting
  let opening: Promise<Listening> | undefined
  return {
    open(): Promise<Listening> {
      opening ??= listen((req, res) => app(req, res), { host, port, server }).then((listening) => {
        onOpen(listening)
        return listening
      })
      return opening
    },
    answer(by: RequestListener) {
      app = by
    },
  }
}

/** Starts the provider in this process; a second one beside it works. */
export async function runProvider(
  config: ProviderConfig,
  options: RunOptions = {},
): Promise<RunningProvider> {
  const logger = options.logger ?? createLogger({ name: 'provider', level: config.logLevel })
  const clock = options.clock ?? systemClock
  let publicUrl = publicUrlOf(config)
  let isStopping = false

  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    isStopping = true
    for (const closer of closers.splice(0).reverse()) await closer()
    logger.info({ event: 'provider.stopped' })
  }
  try {
    const port = createPort(config, options, (listening) =>
      closers.push(() => listening.close(STOP_GRACE_MS)),
    )
    const parts = await createParts(config, {
      logger,
      clock,
      publicUrl: () => publicUrl,
      // No other process serves either while the database is away.
      awaitDatabase: (open, log) => openWhenAvailable(open, log, port.open),
    })
    // Closed from the last to the first: answers in flight still need the database.
    closers.unshift(parts.close)
    // Before the first request: a caller who waited for readiness may give a command at once.
    if (config.adminSocket !== undefined) {
      const socket = await serveAdminSocketBeside(parts, config.adminSocket, options.server?.requestTimeout)
      closers.splice(1, 0, () => socket.close())
    }
    port.answer(createApp(parts, { isStopping: () => isStopping }))
    const listening = await port.open()
    if (config.publicUrl === undefined) publicUrl = listening.url
    if (options.socketFd !== undefined) await listening.serveSocket(options.socketFd)

    for (const work of startWork(parts, () => isStopping)) closers.push(work.close)

    logger.info({
      event: 'provider.started',
      url: publicUrl,
      database: config.database.kind,
      seed: config.seed,
      // Whether every process has the same list, and in which order, is seen here.
      secretMarks: config.secrets.map(markOf),
    })
    return {
      url: publicUrl,
      port: listening.port,
      drain() {
        isStopping = true
        listening.drain()
      },
      admin: async (argv, input) => (await runCommand(parts, argv, input)).json,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

/**
 * Returns what `open` returns; while the database is not there, tries again with growing pauses and logs each of them.
 *
 * @param beforeWaiting called before each pause
 */
async function openWhenAvailable<Opened>(
  open: () => Promise<Opened>,
  logger: Logger,
  beforeWaiting: () => Promise<unknown>,
): Promise<Opened> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await open()
    } catch (error) {
      if (findOutage(error) !== 'database') throw error
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      logger.warn({ event: 'database.awaited', code, waitMs })
      await beforeWaiting()
      await delay(waitMs)
    }
  }
}
