import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_SWITCHES } from './tools/machine/browser-switches.ts'
import { findChromium } from './tools/machine/provision.ts'
import { projectOf, TEST_RUNS, testFiles } from './tools/test/test-kinds.ts'
import { planTestWorkers } from './tools/test/test-workers.ts'

// Fetching one is the business of `npm test`; this file is also read by programs that run no browser.
const chromium = await findChromium()

/** Each worker starts the whole product for itself (packages/e2e/fixtures.ts), so files may run side by side. */
export default defineConfig({
  testDir: 'packages/e2e',
  // Other engines than Chromium are led by WebDriver, in tests of vitest.
  projects: TEST_RUNS.map((run) => {
    const { include, exclude } = testFiles('browser', run)
    const timeout = run === 'deep' ? 600_000 : 240_000
    return { name: projectOf('browser', run), testMatch: [...include], testIgnore: [...exclude], timeout }
  }),
  globalSetup: './packages/e2e/shared-postgres.ts',
  fullyParallel: false,
  workers: planTestWorkers({ cores: availableParallelism(), memoryBytes: totalmem() }).browser,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Two of these beside all other tests on two cores that others use too: a page may wait for its turn.
  expect: { timeout: 90_000 },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [...BROWSER_SWITCHES],
    },
  },
})
