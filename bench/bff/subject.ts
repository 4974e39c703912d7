import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve as resolvePath } from 'node:path'

/** One server that is measured, in a process of its own on a core of its own. */
export interface Subject {
  readonly port: number
  readonly pid: number
  /** Processor time it has used, in seconds. */
  cpuSeconds(): number
  /** Resident memory in MB. */
  memoryMb(): number
  stop(): Promise<void>
}

// A measurement that is asked to end does so at once, and ends what it started.
process.once('SIGTERM', () => process.exit(143))

const TICKS_PER_SECOND = 100

/** @param cpus As `taskset -c` takes it. */
export async function startSubject(options: {
  readonly script: string
  readonly cpus: string
  readonly env: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
}): Promise<Subject> {
  const script = resolvePath(import.meta.dirname, options.script)
  const child = spawn(
    'taskset',
    ['-c', options.cpus, process.execPath, ...(options.nodeArgs ?? []), script],
    {
      env: { ...process.env, NODE_ENV: 'production', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // Nothing outlives the measurement, however it ends.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let errors = ''
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      const found = /^port (\d+)$/m.exec(chunk.toString())?.[1]
      if (found === undefined) return
      // Logs are written and read, as in production something reads them; nobody looks for anything in them.
      child.stdout.off('data', read).resume()
      resolve(Number(found))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000)
      read(chunk)
    })
    child.once('exit', (code) => reject(new Error(`${options.script} ended with ${code}: ${errors}`)))
  })
  const pid = child.pid ?? 0
  return {
    port,
    pid,
    cpuSeconds() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
    memoryMb() {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    },
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => {
          process.off('exit', end)
          resolve()
        })
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 3000).unref()
      }),
  }
}
