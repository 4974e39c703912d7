import { createSeededRandom } from './seeded-random.ts'

/** The name of the environment variable of a deep run, in which tests run all cases instead of a sample. */
export const ALL_CASES_SETTING = 'COUNTERFOIL_TEST_ALL_CASES'
/** The name of the environment variable with the seed of the samples. `npm test` draws and prints one if it is not set. */
export const SEED_SETTING = 'COUNTERFOIL_TEST_SEED'

/** Returns the seed of this run; 1 where a file is run by itself. For random cases, which its tests name in their titles. */
export function testSeed(): number {
  return Number(process.env[SEED_SETTING] ?? 1)
}

/** Returns the number of cases of an endless set: `all` in `npm run test:deep`, `sampled` in `npm test`. */
export function caseCount({ all, sampled }: { readonly all: number; readonly sampled: number }): number {
  return process.env[ALL_CASES_SETTING] === undefined ? sampled : all
}

/**
 * Returns the cases that this run tries, in their order: all of them in `npm run test:deep`, `count` of them, chosen by the
 * seed of the run, in `npm test`. For files called `x.wide.test.ts` and `x.wide.http.test.ts` (tools/test/test-kinds.ts).
 */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  const random = createSeededRandom(testSeed())
  const positions = cases
    .map((_, position) => ({ position, order: random() }))
    .toSorted((left, right) => left.order - right.order)
    .slice(0, caseCount({ all: cases.length, sampled: count }))
  return positions
    .map(({ position }) => position)
    .toSorted((left, right) => left - right)
    .flatMap((position) => cases.slice(position, position + 1))
}
