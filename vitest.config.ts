import { availableParallelism, totalmem } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ALL_CASES_SETTING } from './packages/testkit/src/sample.ts'
import { projectOf, TEST_RUNS, testFiles, type TestKind, type TestRun } from './tools/test/test-kinds.ts'
import { planTestWorkers } from './tools/test/test-workers.ts'

/**
 * As Node itself resolves packages. Vite would add `development`, and graphql has other files under that name: our code
 * and the server's would each have their own GraphQLError.
 */
const NODE_CONDITIONS = ['module-sync', 'node']

/** Pure tests, tests with real sockets, and tests of the web app in jsdom. `tools/test/test-kinds.ts` says which files they are. */
function projectsOf(run: TestRun): readonly TestProjectInlineConfiguration[] {
  const common = (kind: TestKind): TestProjectInlineConfiguration['test'] => ({
    name: projectOf(kind, run),
    include: [...testFiles(kind, run).include],
    exclude: [...testFiles(kind, run).exclude],
    env: run === 'deep' ? { [ALL_CASES_SETTING]: 'true' } : {},
    testTimeout: run === 'deep' ? 600_000 : 120_000,
    hookTimeout: run === 'deep' ? 300_000 : 120_000,
  })
  return [
    {
      extends: true,
      test: {
        ...common('pure'),
        environment: 'node',
        // Pure files hold nothing that another file could find changed.
        isolate: false,
      },
    },
    {
      extends: true,
      test: {
        ...common('http'),
        environment: 'node',
        pool: 'forks',
        // No module keeps anything (`tools/check/module-state.test.ts`), so files share what a process has loaded: graphql,
        // kysely, the embedded database. Loading them anew took each file two seconds of processor time.
        isolate: false,
        globalSetup: ['packages/testkit/src/shared-postgres-setup.ts'],
        setupFiles: ['packages/testkit/src/spare-redis-setup.ts'],
      },
    },
    {
      extends: true,
      test: {
        ...common('web'),
        environment: 'jsdom',
        // One document for all files: `browser-setup.ts` leaves nothing of a test in it.
        isolate: false,
        setupFiles: ['apps/web/src/testing/browser-setup.ts'],
      },
    },
  ]
}

export default defineConfig({
  ssr: { resolve: { conditions: NODE_CONDITIONS, externalConditions: NODE_CONDITIONS } },
  test: {
    maxWorkers: planTestWorkers({ cores: availableParallelism(), memoryBytes: totalmem() }).vitest,
    reporters: ['default'],
    expect: { poll: { timeout: 90_000 } },
    projects: TEST_RUNS.flatMap((run) => projectsOf(run)),
  },
})
