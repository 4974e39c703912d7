import { createSeededRandom } from './seeded-random.ts'

/** Set in the environment of the tests of a deep run: it tries all cases of a wide exploration. */
export const ALL_CASES_SETTING = 'COUNTERFOIL_TEST_ALL_CASES'
/** Chooses the cases of a sample. `npm test` draws and prints it, or takes the one that is given. */
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
