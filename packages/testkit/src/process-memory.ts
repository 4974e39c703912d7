import { readFile } from 'node:fs/promises'
import { until } from './until.ts'

const LOOK_EVERY_MS = 250

/** Resolves when a process has dealt with everything that came and waits for more. */
export async function untilIdle(pid: number): Promise<void> {
  let before = -1
  await until(
    `process ${pid} has nothing to do`,
    async () => {
      const ticks = await readCpuTicks(pid)
      const isIdle = ticks - before <= 1
      before = ticks
      return isIdle
    },
    { everyMs: LOOK_EVERY_MS },
  )
}

/** @see proc(5), /proc/pid/stat: fields 14 and 15 are the time in hundredths of a second */
async function readCpuTicks(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return Number(fields[11]) + Number(fields[12])
}
