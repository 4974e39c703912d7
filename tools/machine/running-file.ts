import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingError } from '../start/start-settings.ts'

/** The process ids of a running start, stored in the data folder while it runs. */
type Running = {
  readonly pid: number
  readonly services: readonly { readonly name: string; readonly pid: number }[]
}

export const runningFile = (dataDir: string): string => join(dataDir, 'running.json')

export function readRunning(dataDir: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as Running
  } catch {
    return undefined
  }
}

export async function writeRunning(dataDir: string, running: Running): Promise<void> {
  await writeFile(runningFile(dataDir), JSON.stringify(running), { mode: 0o600 })
}

/**
 * Returns the command line of a living process; undefined for a process that has ended, also while its parent has not
 * waited for it (state Z).
 */
export function findCommandLine(pid: number): string | undefined {
  try {
    // Small Linux systems lack `ps`.
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const hasEnded = stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
      return hasEnded ? undefined : readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
    }
    const [state = '', ...args] = execFileSync('/bin/ps', ['-p', String(pid), '-o', 'stat=,args='], {
      encoding: 'utf8',
    }).split(/\s+/)
    return state.startsWith('Z') ? undefined : args.join(' ')
  } catch {
    return undefined
  }
}

/** Returns true if `pid` is alive and one of our programs. Ids are reused, so the command line is checked too. */
function isOurs(pid: number): boolean {
  return /redis|valkey|main\.ts|start\.ts|dev-bff\.ts|vitest\.dev/.test(findCommandLine(pid) ?? '')
}

/**
 * Refuses a second start on one folder, which would damage the files of both. Ends programs that a killed start left behind.
 * @throws SettingError if a start is running
 */
export async function refuseSecondStart(dataDir: string): Promise<void> {
  const running = readRunning(dataDir)
  if (running === undefined) return
  if (isOurs(running.pid)) {
    throw new SettingError(
      `Counterfoil runs from this folder already (process ${running.pid}); stop it first.`,
    )
  }
  for (const left of running.services.filter((service) => isOurs(service.pid))) {
    process.kill(left.pid, 'SIGTERM')
    while (isOurs(left.pid)) await delay(50)
  }
}
