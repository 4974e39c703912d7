import { expect, it } from 'vitest'
import { planTestWorkers } from './test-workers.ts'

const GIB = 1024 ** 3

it.each([
  [
    { cores: 2, memoryBytes: 23 * GIB },
    { vitest: 4, browser: 2 },
  ],
  [
    { cores: 4, memoryBytes: 16 * GIB },
    { vitest: 6, browser: 3 },
  ],
  [
    { cores: 8, memoryBytes: 32 * GIB },
    { vitest: 6, browser: 5 },
  ],
  [
    { cores: 64, memoryBytes: 256 * GIB },
    { vitest: 6, browser: 5 },
  ],
  // With few gigabytes: no more workers than on two cores before.
  [
    { cores: 8, memoryBytes: 4 * GIB },
    { vitest: 3, browser: 2 },
  ],
  [
    { cores: 1, memoryBytes: 2 * GIB },
    { vitest: 3, browser: 2 },
  ],
])('a machine with %j runs %j files of tests at once', (machine, workers) => {
  expect(planTestWorkers(machine)).toEqual(workers)
})
