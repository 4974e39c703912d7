import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const MARK_SETTING = 'COUNTERFOIL_RUN'

/** A mark in the environment, which every descendant inherits, even one that has left our process group. */
type RunMark = {
  /** Returns the environment variables for programs of this run, including the marks that `env` already has. */
  addTo(env: NodeJS.ProcessEnv): Readonly<Record<string, string>>
  /** Returns the running processes that have the mark; none on systems without `/proc`, such as macOS. */
  findProcesses(): readonly number[]
}

export function createRunMark(): RunMark {
  const id = randomUUID()
  return {
    addTo: (env) => ({ [MARK_SETTING]: [env[MARK_SETTING], id].filter(Boolean).join('/') }),
    findProcesses: () => numericEntries('/proc').filter((pid) => pid !== process.pid && carries(pid, id)),
  }
}

/** Kills every process that has `mark`. Returns their command lines. */
export function killMarked(mark: RunMark): readonly string[] {
  return mark.findProcesses().map((pid) => {
    const command = readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim()
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
    return command
  })
}

/** Waits until all processes with `mark` have ended, and kills the rest after `graceMs`. Returns the killed command lines. */
export async function endMarked(mark: RunMark, graceMs: number): Promise<readonly string[]> {
  const endsAtMs = Date.now() + graceMs
  while (mark.findProcesses().length > 0 && Date.now() < endsAtMs) await delay(50)
  return killMarked(mark)
}

function numericEntries(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Returns true if a process has the mark. A process that has ended but was not waited for has no environment. */
function carries(pid: number, id: string): boolean {
  return readProcess(pid, 'environ').includes(id)
}

function readProcess(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
