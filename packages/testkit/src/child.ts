import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRunMark, killMarked } from '@counterfoil/tools/start/leftovers'
import { startable } from '@counterfoil/tools/start/startable'

/** A program running beside the test, with all it has said so far. */
export type Child = {
  readonly process: ChildProcess
  /** Everything written to standard output and standard error. */
  output(): string
  /** Resolves with the exit code, or null when a signal ended it. */
  readonly exited: Promise<number | null>
  /** Ends it: `signal` first, SIGKILL when it has not ended after `graceMs`. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>
}

const MAX_KEPT_CHARACTERS = 4_000_000
const running = new Set<ChildProcess>()
const mark = createRunMark()

/** Ends every program that was started here, with those that they have started. */
function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
  killMarked(mark)
}

process.on('exit', endAll)
// vitest ends its workers by this signal, at which Node calls no handler of `exit`. A test that timed out stops nothing.
if ('__vitest_worker__' in globalThis)
  process.once('SIGTERM', () => {
    endAll()
    process.kill(process.pid, 'SIGTERM')
  })

export type ChildOptions = {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** `pipe` connects `process.stdin`; by default, the program reads nothing. */
  readonly stdin?: 'pipe'
  /** A file descriptor that the program gets as its descriptor 3. */
  readonly passedFd?: number
}

/** Returns the compile cache for a program with an environment of its own: half of the cost of its start. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** Starts a program. It and its children end with this process at the latest. */
export function startChild(
  command: string,
  args: readonly string[],
  { passedFd, stdin, ...options }: ChildOptions = {},
): Child {
  const passed = passedFd === undefined ? [] : [passedFd]
  const env = options.env === undefined ? process.env : { ...compileCache(), ...options.env }
  const child = spawn(startable(command), args, {
    ...options,
    env: { ...env, ...mark.addTo({ ...process.env, ...env }) },
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe', ...passed],
  })
  let kept = ''
  const keep = (chunk: Buffer): void => {
    kept = (kept + chunk.toString('utf8')).slice(-MAX_KEPT_CHARACTERS)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  running.add(child)
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      kept += `\n${error.message}`
      running.delete(child)
      resolve(null)
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return {
    process: child,
    output: () => kept,
    exited,
    async stop(signal = 'SIGTERM', graceMs = 5_000) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const closed = once(child, 'close')
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

/**
 * Runs a program to its end and returns its output.
 *
 * @throws Error with the output on failure
 */
export async function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> {
  const child = startChild(command, args, options)
  if ((await child.exited) !== 0) throw new Error(`${command} failed: ${child.output()}`)
  return child.output()
}
