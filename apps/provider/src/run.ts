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
  /** The public URL. */
  readonly url: string
  /** The port it listens on. */
  readonly port: number
  /** Runs a command of the command line and returns its JSON. Throws an error with the message and code of a fault. */
  admin(argv: readonly string[], input?: CommandInput): Promise<unknown>
  /** Reports "not ready", and continues to serve. */
  drain(): void
  /** Stops accepting requests, waits for those in flight, flushes the log, closes the database. */
  close(): Promise<void>
}

/** The longest time in milliseconds for answers in flight when the process is stopped. */
const STOP_GRACE_MS = 10_000

interface RunOptions {
  readonly logger?: Logger
  readonly clock?: Clock
  /** The file descriptor of an open listening socket, served besides host and port. */
  readonly socketFd?: number | undefined
  /** Overrides the limits of the HTTP server. */
  readonly server?: ServerOptions
}

/** Reports this process as live, and answers everything else with 503 while it waits for the database. */
const answerWhileStarting: RequestListener = (req, res) => {
  res.setHeader('Cache-Control', 'no-store')
  if (req.url === '/health/live') return res.end('{"status":"ok"}')
  res.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' })
  return res.end('Starting. Try again in a moment.\n')
}

/** Opens the port of the provider once. A proxy sends a refused connection to another process; a 503 it passes on. */
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

/** Starts the provider in this process; several can run in one process. */
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
      // Listens while it waits: no other process could serve without the database either.
      awaitDatabase: (open, log) => openWhenAvailable(open, log, port.open),
    })
    // Closed in reverse order: answers in flight still need the database.
    closers.unshift(parts.close)
    // Before the first request: a caller who waited for readiness may run a command at once.
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
      // Shows whether all processes have the same secrets in the same order.
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
 * Returns the result of `open`. While the database is unavailable, retries with growing pauses and logs each of them.
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
