import { describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { WAITS_MS } from './revocation-worker.ts'
import { BATCH, createWorker } from './revocation-worker.ts'

/** A list by time, as the store keeps it; `run` is the job. */
function createWorld(count: number, run: (id: string) => void = () => undefined) {
  const world = {
    nowMs: 0,
    dueAtMs: new Map(Array.from({ length: count }, (_, index) => [`e${index}`, 0])),
    runs: [] as string[],
    failed: [] as string[],
    isStopping: false,
  }
  const worker = createWorker({
    jobs: {
      example: {
        list: {
          async takeDue({ leaseMs, limit }) {
            const due = [...world.dueAtMs].filter(([, atMs]) => atMs <= world.nowMs).slice(0, limit)
            for (const [id] of due) world.dueAtMs.set(id, world.nowMs + leaseMs)
            return due.map(([id]) => id)
          },
          schedule: async (id, dueInMs) => void world.dueAtMs.set(id, world.nowMs + dueInMs),
        },
        async run(id) {
          world.runs.push(id)
          run(id)
          world.dueAtMs.delete(id)
          return { kind: 'done' }
        },
      },
    },
    clock: () => world.nowMs,
    random: () => 0.5,
    onFailed: ({ id, failures }) => world.failed.push(`${id} ${failures}`),
    isStopping: () => world.isStopping,
  })
  const runDue = () => worker.runDue('example')
  return Object.assign(world, { runDue })
}

describe('the jobs of the revocation worker', () => {
  it('run until a batch is not full, several batches per round', async () => {
    const world = createWorld(3 * BATCH + 1)
    await world.runDue()
    expect(world.runs).toHaveLength(3 * BATCH + 1)
    expect(world.dueAtMs.size).toBe(0)
  })

  it('fail independently: a failed one is delayed, longer each time', async () => {
    const world = createWorld(2 * BATCH, (id) => {
      if (id === 'e3') throw new TypeError('a record that nobody can read')
    })
    await world.runDue()
    expect(world.runs).toHaveLength(2 * BATCH)
    expect([...world.dueAtMs]).toEqual([['e3', WAITS_MS[0]]])
    const waits: number[] = []
    while (world.nowMs < 3_600_000) {
      world.nowMs = world.dueAtMs.get('e3') ?? 0
      await world.runDue()
      waits.push((world.dueAtMs.get('e3') ?? 0) - world.nowMs)
    }
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(new Set(waits)).toEqual(new Set(WAITS_MS))
    expect(world.failed.slice(0, 2)).toEqual(['e3 1', 'e3 2'])
  })

  it('start with the shortest wait again after a success', async () => {
    let isBroken = true
    const world = createWorld(1, () => {
      if (isBroken) throw new TypeError('broken')
    })
    await world.runDue()
    isBroken = false
    world.nowMs = 1e9
    await world.runDue()
    isBroken = true
    world.dueAtMs.set('e0', 0)
    await world.runDue()
    expect(world.failed).toEqual(['e0 1', 'e0 1'])
  })

  it('end their round if Redis is unavailable, without counting as failed', async () => {
    const world = createWorld(BATCH, () => {
      throw new StoreUnavailableError('away')
    })
    await expect(world.runDue()).rejects.toThrow(StoreUnavailableError)
    expect(world.failed).toEqual([])
  })

  it('are not started by a process that is stopping', async () => {
    const world = createWorld(2 * BATCH)
    world.isStopping = true
    await world.runDue()
    expect(world.runs).toHaveLength(BATCH)
  })
})
