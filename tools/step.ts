import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRunMark } from './start/leftovers.ts'
import { startable } from './start/startable.ts'

export const ROOT = join(import.meta.dirname, '..')
/** Returns the path of a locked program. */
export const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name)

/** Returns the text of a file; undefined if it cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export type Outcome = {
  readonly passed: number
  readonly failed: number
  /** The number of cases skipped because this machine lacks something; they do not count as failures. */
  readonly skipped?: number
  /** The skipped cases by name, with the missing requirement. */
  readonly skips?: readonly string[]
  /** A line for each failed test. */
  readonly failures?: readonly string[]
  readonly output: string
}

/** One piece of work, shown by name with its time. */
export type Step = {
  readonly name: string
  /** The number of processor cores that the step uses. */
  readonly cores: 1 | 2
  /** The names of the steps that must have passed before. */
  readonly after?: readonly string[]
  run(): Promise<Outcome>
}

export type Finished = Step & { readonly outcome: Outcome; readonly tookMs: number }

const running = new Set<ReturnType<typeof spawn>>()
const mark = createRunMark()

const STOP_WITHIN_MS = 5_000
let isStopping = false

/**
 * Ends all programs that were run here and their descendants: a database server and a browser leave the process group
 * of their parent, but keep its mark.
 */
export async function stopPrograms(): Promise<void> {
  isStopping = true
  const groups = [...running].flatMap(({ pid }) => (pid === undefined ? [] : [-pid]))
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    for (const group of groups) signal(group, name)
    const endsAtMs = Date.now() + STOP_WITHIN_MS
    let marked = mark.findProcesses()
    // Process groups get half of the time to clean up; then each remaining process is signalled.
    while ((running.size > 0 || marked.length > 0) && Date.now() < endsAtMs) {
      if (running.size === 0 || name === 'SIGKILL' || Date.now() > endsAtMs - STOP_WITHIN_MS / 2)
        for (const pid of marked) signal(pid, name)
      await delay(50)
      marked = mark.findProcesses()
    }
  }
}

/** Sends a signal. @param pid A negative value is a process group. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}

/** Runs a program to its end, by default in the root, with `input` as its standard input; ends it after `timeoutMs`. */
export function program(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = ROOT,
  timeoutMs?: number,
  input = '',
): Promise<{ readonly code: number; readonly output: string }> {
  if (isStopping) return Promise.resolve({ code: 1, output: 'Not run: everything is being stopped.' })
  const full = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env }
  return new Promise((resolve) => {
    const child = spawn(startable(command), args, {
      cwd,
      env: { ...full, ...mark.addTo(full) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    running.add(child)
    const tooLong =
      timeoutMs === undefined ? undefined : setTimeout(() => signal(-(child.pid ?? 0), 'SIGKILL'), timeoutMs)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => {
      clearTimeout(tooLong)
      running.delete(child)
      resolve({ code: 1, output: `${output}${error.message}` })
    })
    child.on('close', (code) => {
      clearTimeout(tooLong)
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Returns a step that passes if a program ends with 0. */
export function check(
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step {
  return {
    name,
    cores: 1,
    async run() {
      const { code, output } = await program(command, args, env)
      return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
    },
  }
}

export const seconds = (tookMs: number): string => `${(tookMs / 1000).toFixed(1)} s`.padStart(8)

/**
 * Runs steps as early as their dependencies and `cores` allow, in the given order.
 * A step with a failed dependency counts as failed and is not run.
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  report: (finished: Finished) => void,
): Promise<readonly Finished[]> {
  const waiting = [...steps]
  const finished: Finished[] = []
  const inFlight = new Set<Promise<void>>()
  let busy = 0

  const isKnown = (name: string): boolean => steps.some((step) => step.name === name)
  const isDone = (name: string): boolean => !isKnown(name) || finished.some((it) => it.name === name)
  const brokenBy = (step: Step): string | undefined =>
    step.after?.find((name) => finished.some((it) => it.name === name && it.outcome.failed > 0))

  async function runOne(step: Step): Promise<void> {
    const startedAtMs = performance.now()
    const broken = brokenBy(step)
    const outcome =
      broken === undefined
        ? await step.run().catch((error: unknown) => ({ passed: 0, failed: 1, output: textOf(error) }))
        : { passed: 0, failed: 1, output: `Not run: "${broken}" failed.` }
    const result = { ...step, outcome, tookMs: performance.now() - startedAtMs }
    finished.push(result)
    report(result)
  }

  while (waiting.length > 0 || inFlight.size > 0) {
    for (const step of [...waiting]) {
      const need = Math.min(step.cores, cores)
      if (busy + need > cores || !(step.after ?? []).every(isDone)) continue
      waiting.splice(waiting.indexOf(step), 1)
      busy += need
      const flight: Promise<void> = runOne(step).finally(() => {
        busy -= need
        inFlight.delete(flight)
      })
      inFlight.add(flight)
    }
    if (inFlight.size === 0)
      throw new Error(`Steps wait for each other: ${waiting.map((it) => it.name).join(', ')}`)
    await Promise.race(inFlight)
  }
  return finished
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
