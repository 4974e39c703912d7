import { createSeededRandom } from './seeded-random.ts'

/** Of a test run, in the environment of its tests: all cases of a wide exploration are tried where it is set. */
export const ALL_CASES_SETTING = 'COUNTERFOIL_TEST_ALL_CASES'
/** Chooses the cases of a sample; a run prints it, and tries the same ones where it is given. */
export const SEED_SETTING = 'COUNTERFOIL_TEST_SEED'

/**
 * Returns the cases that this run tries, in their order: all of them in `npm run test:deep`, in `npm test` `count` of them
 * that the seed of the run chooses. For files called `x.wide.test.ts` and `x.wide.http.test.ts` (tools/test-kinds.ts).
 */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (process.env[ALL_CASES_SETTING] !== undefined) return cases
  const random = createSeededRandom(Number(process.env[SEED_SETTING] ?? 1))
  const chosen = new Set(
    cases
      .map((one) => ({ one, order: random() }))
      .toSorted((left, right) => left.order - right.order)
      .slice(0, count)
      .map(({ one }) => one),
  )
  return cases.filter((one) => chosen.has(one))
}
