import { test as base } from './fixtures.ts'

/**
 * The whole product with the demo books, started once for the files that only read them. A test that moves its clock or needs
 * other settings starts a stack of its own with `test.use`.
 */
export const test = base.extend({
  stackOptions: [{ provider: { PROVIDER_SEED: 'demo' } }, { scope: 'worker' }],
})
