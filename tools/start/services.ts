import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfigFault, SettingName } from '@counterfoil/service/settings/config-faults'
import type { Environment } from './start-settings.ts'
import { startable } from './startable.ts'

/** The longest start of a service: a slow machine gets its time, with progress shown. A service that ends is reported at once. */
const READY_WITHIN_MS = 300_000
const STOP_WITHIN_MS = 15_000
const POLL_MS = 25

/** One of our programs that runs until it is stopped. */
export type Service = {
  readonly name: string
  readonly pid: number
  /** Resolves when the program has ended, with a sentence that describes how. */
  readonly ended: Promise<string>
  isRunning(): boolean
  /** Returns the end of its standard error, for the one-line error message. */
  complaint(): string
  stop(): Promise<void>
}

const started: Service[] = []
let isStopping = false

/** Stops every service in reverse order, also one that is just starting; none can be started afterwards. */
export async function stopServices(): Promise<void> {
  isStopping = true
  for (const service of started.toReversed()) await service.stop()
}

/**
 * Starts a program with its output in `logFile`.
 * @throws Error if all services are being stopped
 *
 * The program gets its own process group: Ctrl-C in the terminal then reaches only the one program that stops the others in order.
 */
export async function startService(
  name: string,
  command: string,
  args: readonly string[],
  options: {
    readonly env: Environment
    readonly logFile: string
    readonly input?: string
    readonly cwd?: string
    /** Receives the standard output, and the standard error unless `showErrors` is set, in addition to the log. */
    readonly show?: NodeJS.WritableStream
    /** Receives the standard error. */
    readonly showErrors?: NodeJS.WritableStream
    /** Receives each line of the standard output. */
    readonly onLine?: (line: string) => void
  },
): Promise<Service> {
  await mkdir(dirname(options.logFile), { recursive: true, mode: 0o700 })
  if (isStopping) throw new Error('Not started: everything is being stopped.')
  const log = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 })
  const child = spawn(startable(command), args, {
    env: options.env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let complaint = ''
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  if (options.onLine !== undefined) createInterface({ input: child.stdout }).on('line', options.onLine)
  if (options.show !== undefined) child.stdout.pipe(options.show, { end: false })
  const showErrors = options.showErrors ?? options.show
  if (showErrors !== undefined) child.stderr.pipe(showErrors, { end: false })
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4_000)))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(signal === null ? `ended with code ${code ?? 1}` : `ended by ${signal}`),
    )
  })
  void ended.then(() => log.end())
  const service: Service = {
    name,
    pid: child.pid ?? 0,
    ended,
    isRunning: () => isRunning(child),
    complaint: () => complaint.trim(),
    async stop() {
      if (!isRunning(child)) return
      child.kill('SIGTERM')
      const stubborn = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      await ended
      clearTimeout(stubborn)
    },
  }
  started.push(service)
  return service
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/**
 * Waits until `isReady` answers true.
 * @throws Error with the end of its standard error if the service ended instead
 */
export async function untilReady(
  service: Service,
  isReady: () => Promise<boolean>,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const endsAtMs = Date.now() + withinMs
  while (!(await isReady().catch(() => false))) {
    if (!service.isRunning())
      throw new Error(reasonOf(service.complaint()) || `${service.name} ${await service.ended}`)
    if (Date.now() > endsAtMs) throw new Error(`${service.name} did not answer within ${withinMs / 1000} s.`)
    await delay(POLL_MS)
  }
}

/** Returns one sentence instead of the stack of a missing package, and any other message unchanged. */
function reasonOf(complaint: string): string {
  const missing = /Cannot find (?:package|module) '[^']+'/.exec(complaint)?.[0]
  if (missing === undefined || !complaint.includes('node_modules')) return complaint
  return `${missing}. The packages are damaged; get them anew with: npm run setup`
}

/** Returns true if an HTTP service reports that it is ready. */
export async function answersReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
  await answer.body?.cancel()
  return answer.ok
}

/** The host and port that a service will listen on, and the settings that choose them. */
export type Listening = {
  readonly portSetting: SettingName
  readonly hostSetting: SettingName
  readonly host: string
  readonly port: number
}

/** Returns the fault that prevents a service from listening; undefined if there is none. */
export async function findListenFault(wanted: Listening): Promise<ConfigFault | undefined> {
  const { portSetting, hostSetting, host, port } = wanted
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown fault'
    if (code === 'EADDRINUSE') {
      const message = `port ${port} is taken by another program; stop it, or set ${portSetting} to a free one.`
      return { setting: portSetting, message }
    }
    if (code === 'EACCES')
      return { setting: portSetting, message: `may not listen on port ${port} (${code}).` }
    return { setting: hostSetting, message: `cannot listen on ${host} (${code}).` }
  }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return undefined
}
