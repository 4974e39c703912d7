import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { until } from '@counterfoil/testkit/until'
import { createRunMark, endMarked } from './leftovers.ts'
import { bin, program } from '../step.ts'

/** A run whose program starts another one in a separate session, which ignores SIGTERM. */
const RUN = `
  import { program, stopPrograms } from '${join(import.meta.dirname, '../step.ts')}'
  process.on('SIGINT', () => void stopPrograms().then(() => process.exit(130)))
  await program('sh', ['-c', "setsid sh -c 'trap : TERM; while :; do sleep 600; done' & wait"])
`

describe.runIf(process.platform === 'linux')('a run that is stopped', () => {
  it('leaves no process behind, not even one that left its process group and ignores SIGTERM', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leftovers-'))
    const script = join(folder, 'run.ts')
    await writeFile(script, RUN)
    const mark = createRunMark()
    const run = startChild(process.execPath, [script], {
      env: { ...process.env, ...mark.addTo(process.env) },
    })
    // The run itself, two shells, and the sleep of the inner one.
    await until('everything runs', () => mark.findProcesses().length >= 4)
    run.process.kill('SIGINT')
    expect(await run.exited).toBe(130)
    expect(mark.findProcesses()).toEqual([])
    await rm(folder, { recursive: true })
  })
})

/** A test that never ends, of programs that neither end by themselves nor stay in the group of who starts them. */
const HANGING = `
  import { startChild } from '${join(import.meta.dirname, '../../packages/testkit/src/child.ts')}'
  it('hangs', { timeout: 1_000 }, async () => {
    startChild('sleep', ['600'], { env: {} })
    startChild('sh', ['-c', 'setsid sh -c "echo started; sleep 600" & wait'])
    await new Promise(() => undefined)
  })
`

describe.runIf(process.platform === 'linux')('a test that times out', () => {
  it('leaves no program behind when its worker ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leftovers-'))
    await writeFile(join(folder, 'vitest.config.js'), 'export default {}')
    await writeFile(join(folder, 'hanging.test.ts'), HANGING)
    const mark = createRunMark()
    const args = ['run', '--globals', '--pool=forks', `--root=${folder}`]
    const { code, output } = await program(bin('vitest'), args, mark.addTo(process.env), folder)
    expect([code, output]).toEqual([1, expect.stringContaining('Test timed out in 1000ms')])
    expect(await endMarked(mark, 0)).toEqual([])
    await rm(folder, { recursive: true, force: true })
  })
})

describe.runIf(process.platform === 'linux')(endMarked, () => {
  it('kills programs that do not end when asked, and names them', async () => {
    const mark = createRunMark()
    const child = startChild('sleep', ['601'], { env: mark.addTo(process.env) })
    await until('it runs', () => mark.findProcesses().length === 1)
    expect(await endMarked(mark, 0)).toEqual([expect.stringMatching(/sleep 601$/)])
    await child.exited
    expect(mark.findProcesses()).toEqual([])
  })

  it('waits for programs that end when asked', async () => {
    const mark = createRunMark()
    const child = startChild('sh', ['-c', 'read line'], { stdin: 'pipe', env: mark.addTo(process.env) })
    await until('it runs', () => mark.findProcesses().length === 1)
    child.process.stdin?.end('\n')
    expect(await endMarked(mark, 60_000)).toEqual([])
  })
})
