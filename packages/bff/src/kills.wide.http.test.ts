import { runKills } from '@counterfoil/testkit/kills/kill-run'
import { JOURNEY_NAMES } from '@counterfoil/testkit/kills/scenarios'
import { KINDS_OF_PROVIDER } from '@counterfoil/testkit/kills/kill-world'
import { caseCount, sample, testSeed } from '@counterfoil/testkit/sample'
import { describe, expect, it } from 'vitest'

const seed = testSeed()
/** The number of kill points per kind of provider. `npm run bench -- kills` tries them all. */
const POINTS = caseCount({ all: 20, sampled: 2 })

describe('a process that is killed while it works', () => {
  it(
    `loses nothing for anybody, at whichever Redis command it dies (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const results = await runKills({
        kinds: sample(KINDS_OF_PROVIDER, 1),
        scenarios: sample(JOURNEY_NAMES, 1),
        sample: { points: POINTS, seed },
      })
      const faults = results.flatMap(({ point, last, problems }) =>
        problems.map((problem) => ({ ...point, last, problem })),
      )
      expect(faults).toEqual([])
      expect(results.filter(({ isReached }) => isReached).length).toBeGreaterThan(
        caseCount({ all: POINTS, sampled: 0 }),
      )
    },
  )
})
