import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const MARK_SETTING = 'COUNTERFOIL_RUN'

/** A mark in the environment, which every descendant inherits, also one that has left our process group. */
export type RunMark = {
  /** For the environment of programs that belong to this run. */
  readonly env: Readonly<Record<string, string>>
  /** The processes that carry the mark and run still; where the system does not tell (it does on Linux), none. */
  findProcesses(): readonly number[]
}

/** @param env A run inside another one carries the marks of both. */
export function createRunMark(env: NodeJS.ProcessEnv): RunMark {
  const id = randomUUID()
  return {
    env: { [MARK_SETTING]: [env[MARK_SETTING], id].filter(Boolean).join('/') },
    findProcesses: () => numericEntries('/proc').filter((pid) => pid !== process.pid && carries(pid, id)),
  }
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

/** One that has ended and was not waited for has no environment any more. */
function carries(pid: number, id: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(id)
  } catch {
    return false
  }
}
