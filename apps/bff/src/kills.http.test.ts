import { runKills } from '@counterfoil/testkit/kills/kill-run'
import { describe, expect, it } from 'vitest'

/** The same points again: `KILL_SEED=… vitest run apps/bff/src/kills.http.test.ts`. */
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
/** Of each kind of provider. `npm run bench -- kills` tries them all. */
const POINTS = 20

describe('a process that dies in the middle of its work', () => {
  it(
    `costs nobody anything, at whichever store command it dies (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const results = await runKills({ sample: { points: POINTS, seed } })
      const faults = results.flatMap(({ point, last, problems }) =>
        problems.map((problem) => ({ ...point, last, problem })),
      )
      expect(faults).toEqual([])
      expect(results.filter(({ isReached }) => isReached).length).toBeGreaterThan(POINTS)
    },
  )
})
