import { describe, expect, it } from 'vitest'
import { LONGEST_ASKED_WAIT_MS, WAITS_MS } from './revocation-worker.ts'
import { createWorker } from './revocation-worker.ts'

const HOUR_MS = 3_600_000

/** One holder that was due at 0, a provider that never confirms, and a list as the store keeps it. */
function createWorld() {
  const world = {
    nowMs: 0,
    nextMs: 0,
    triesAtMs: [] as number[],
    retryAfterMs: undefined as number | undefined,
  }
  const pendingRevocations = {
    async takeDue({ leaseMs }: { readonly leaseMs: number }) {
      if (world.nextMs > world.nowMs) return []
      world.nextMs = world.nowMs + leaseMs
      return ['holder']
    },
    async schedule(_connectionId: string, dueInMs: number) {
      world.nextMs = world.nowMs + dueInMs
    },
  }
  const createProcess = () =>
    createWorker({
      jobs: {
        revoke: {
          list: pendingRevocations,
          async run() {
            world.triesAtMs.push(world.nowMs)
            return { kind: 'again', retryAfterMs: world.retryAfterMs, overdueMs: world.nowMs }
          },
        },
      },
      clock: () => world.nowMs,
      random: () => 0.5,
      onFailed: () => undefined,
      isStopping: () => false,
    })
  return Object.assign(world, { createProcess })
}

/** Simulates an hour in which each process runs a round once a second, one after the other. */
async function triesOfAnHour(processes: number, restarts = false): Promise<readonly number[]> {
  const world = createWorld()
  let workers = Array.from({ length: processes }, world.createProcess)
  for (; world.nowMs < HOUR_MS; world.nowMs += 1000) {
    for (const worker of workers) await worker.runDue('revoke')
    if (restarts) workers = workers.map(world.createProcess)
    // The first process is another one each time.
    workers.push(...workers.splice(0, 1))
  }
  return world.triesAtMs
}

describe('the retry of an unconfirmed revocation', () => {
  it('waits longer the longer it has been due, up to five minutes', async () => {
    const tries = await triesOfAnHour(1)
    const waits = tries.slice(1).map((atMs, index) => atMs - (tries[index] ?? 0))
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(new Set(waits)).toEqual(new Set(WAITS_MS))
    expect(tries.length).toBeLessThan(30)
  })

  it.each([
    ['several processes look', 5, false],
    ['processes start anew all the time', 2, true],
  ])('waits no longer if %s', async (_name, processes, restarts) => {
    expect(await triesOfAnHour(processes, restarts)).toEqual(await triesOfAnHour(1))
  })

  it.each([
    [77_000, 77_000],
    [LONGEST_ASKED_WAIT_MS, LONGEST_ASKED_WAIT_MS],
    [999_999_000, LONGEST_ASKED_WAIT_MS],
  ])(
    'waits as long as the provider requests within limits: requested %i ms, it waits %i ms',
    async (asked, waited) => {
      const world = createWorld()
      world.retryAfterMs = asked
      await world.createProcess().runDue('revoke')
      expect(world.nextMs).toBe(waited)
    },
  )
})
