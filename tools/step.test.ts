import { describe, expect, it } from 'vitest'
import { runSteps, type Outcome, type Step } from './step.ts'

const passed: Outcome = { passed: 1, failed: 0, output: '' }
const failed: Outcome = { passed: 0, failed: 1, output: 'broken' }

describe(runSteps, () => {
  const step = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    cores: 1,
    run: async () => passed,
    ...more,
  })
  const names = async (steps: readonly Step[]): Promise<readonly string[]> =>
    (await runSteps(steps, 2, () => undefined)).map((it) => it.name)

  it('runs a step only after the steps it depends on', async () => {
    expect(await names([step('browser', { after: ['build'] }), step('build')])).toEqual(['build', 'browser'])
  })

  it('does not wait for a dependency that is not part of this run', async () => {
    expect(await names([step('browser', { after: ['build'] })])).toEqual(['browser'])
  })

  it('fails the steps that depend on a failed step without running them', async () => {
    let ran = false
    const run = async (): Promise<Outcome> => {
      ran = true
      return passed
    }
    const steps = [step('build', { run: async () => failed }), step('browser', { after: ['build'], run })]
    const finished = await runSteps(steps, 2, () => undefined)
    expect(ran).toBe(false)
    expect(finished.at(-1)?.outcome).toEqual({ passed: 0, failed: 1, output: 'Not run: "build" failed.' })
  })

  it('counts a step that throws as failed', async () => {
    const steps = [step('odd', { run: () => Promise.reject(new Error('no such program')) })]
    const [finished] = await runSteps(steps, 2, () => undefined)
    expect(finished?.outcome).toEqual({ passed: 0, failed: 1, output: 'no such program' })
  })

  it('never keeps more cores busy than the machine has', async () => {
    let busy = 0
    let most = 0
    const run = (cores: number) => async (): Promise<Outcome> => {
      busy += cores
      most = Math.max(most, busy)
      await new Promise((resolve) => setImmediate(resolve))
      busy -= cores
      return passed
    }
    const steps = [1, 2, 1, 1, 2].map((cores, i) => step(`${i}`, { cores: cores as 1 | 2, run: run(cores) }))
    await runSteps(steps, 2, () => undefined)
    expect(most).toBe(2)
  })
})
