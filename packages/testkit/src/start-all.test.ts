import { expect, it } from 'vitest'
import { startAll } from './start-all.ts'

/** Creates starts that finish on request, and the list of running ones. */
function createStarts(count: number) {
  const running = new Set<number>()
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const starts = gates.map(({ promise }, index) => async () => {
    await promise
    running.add(index)
    return { index, stop: async () => void running.delete(index) }
  })
  return { running, gates, starts }
}

it('returns the started parts in the order of the arguments', async () => {
  const { running, gates, starts } = createStarts(3)
  const started = startAll(starts)
  for (const gate of gates.toReversed()) gate.resolve()
  expect((await started).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(running.size).toBe(3)
})

it('leaves nothing running if one part does not start, not even parts that start later', async () => {
  const { running, gates, starts } = createStarts(3)
  const started = startAll(starts)
  gates[0]?.resolve()
  gates[1]?.reject(new Error('the port is taken'))
  gates[2]?.resolve()
  await expect(started).rejects.toThrow('the port is taken')
  expect(running.size).toBe(0)
})
