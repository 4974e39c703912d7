import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { until } from '@counterfoil/testkit/until'
import { createRunMark } from './leftovers.ts'

/** A run whose program starts another one in a session of its own, which also pays no heed to being asked to end. */
const RUN = `
  import { program, stopPrograms } from '${join(import.meta.dirname, 'step.ts')}'
  process.on('SIGINT', () => void stopPrograms().then(() => process.exit(130)))
  await program('sh', ['-c', "setsid sh -c 'trap : TERM; while :; do sleep 600; done' & wait"])
`

describe.runIf(process.platform === 'linux')('a run that is stopped', () => {
  it('leaves nothing behind, also of what left its process group and ignores SIGTERM', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leftovers-'))
    const script = join(folder, 'run.ts')
    await writeFile(script, RUN)
    const mark = createRunMark(process.env)
    const run = startChild(process.execPath, [script], { env: { ...process.env, ...mark.env } })
    // The run itself, two shells, and the sleep of the inner one.
    await until('everything runs', () => mark.findProcesses().length >= 4)
    run.process.kill('SIGINT')
    expect(await run.exited).toBe(130)
    expect(mark.findProcesses()).toEqual([])
    await rm(folder, { recursive: true })
  })
})
