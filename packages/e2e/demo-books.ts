import { test as base } from './fixtures.ts'

/**
 * The whole product with the books of the demonstration, started once for the files that only read them. Anyone who moves
 * its clock or needs other settings takes a stack of its own with `test.use`.
 */
export const test = base.extend({
  stackOptions: [{ provider: { PROVIDER_SEED: 'demo' } }, { scope: 'worker' }],
})
