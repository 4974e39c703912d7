import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A measured server, in a process of its own on a core of its own. */
export interface Subject {
  readonly port: number
  /** Returns the processor time that it has used, in seconds. */
  cpuSeconds(): number
  /** Returns its resident memory in MB. */
  memoryMb(): number
  stop(): Promise<void>
}

// A measurement that is asked to end does so at once, and ends the processes that it started.
process.once('SIGTERM', () => process.exit(143))

const BENCH = join(import.meta.dirname, '..')
const TICKS_PER_SECOND = 100

/**
 * Starts a server that prints its port.
 *
 * @param script The path of the program, relative to the folder of the measurements, or absolute.
 * @param cpus The list of cores for `taskset -c`.
 */
export async function startSubject(
  script: string,
  { cpus, env }: { readonly cpus: string; readonly env: Readonly<Record<string, string>> },
): Promise<Subject> {
  const child = spawn('taskset', ['-c', cpus, process.execPath, resolve(BENCH, script)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Kills the server however the measurement ends.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let errors = ''
  const port = await new Promise<number>((found, reject) => {
    const read = (chunk: Buffer) => {
      const printed = /^port (\d+)$/m.exec(chunk.toString())?.[1]
      if (printed === undefined) return
      // Logs are written and read, because in production another process reads them; their content is ignored.
      child.stdout.off('data', read).resume()
      found(Number(printed))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000)
      read(chunk)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${errors}`)))
  })
  const pid = child.pid ?? 0
  return {
    port,
    cpuSeconds: () => cpuSecondsOf(pid),
    memoryMb() {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    },
    stop: () =>
      new Promise((ended) => {
        child.removeAllListeners('exit')
        child.once('exit', () => {
          process.off('exit', end)
          ended()
        })
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 3000).unref()
      }),
  }
}

/** Returns the processor time that a process has used. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
