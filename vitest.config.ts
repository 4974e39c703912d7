import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { planTestWorkers } from './tools/test-workers.ts'

/**
 * The suffix tells the cost: `x.test.ts` is pure and takes milliseconds, `x.http.test.ts` opens real sockets.
 * Sources of the web app are tested in jsdom, the rest in Node.
 */
const UNTOUCHED = ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/.data/**']
const PURE = ['{apps,packages,tools,bench}/**/*.test.ts']
const HTTP = ['{apps,packages,tools,bench}/**/*.http.test.ts']
const WEB = ['apps/web/src/**/*.test.{ts,tsx}']

/**
 * As Node itself resolves packages. Vite would add `development`, and graphql has other files under that name: our code
 * and the server's would each have their own GraphQLError.
 */
const NODE_CONDITIONS = ['module-sync', 'node']

export default defineConfig({
  ssr: { resolve: { conditions: NODE_CONDITIONS, externalConditions: NODE_CONDITIONS } },
  test: {
    maxWorkers: planTestWorkers({ cores: availableParallelism(), memoryBytes: totalmem() }).vitest,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: [...UNTOUCHED, ...HTTP, ...WEB],
          environment: 'node',
          // Pure files hold nothing that another file could find changed.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: HTTP,
          exclude: [...UNTOUCHED, ...WEB],
          environment: 'node',
          pool: 'forks',
          // No module keeps anything (`tools/module-state.test.ts`), so files share what a process has loaded: graphql,
          // kysely, the embedded database. Loading them anew took each file two seconds of processor time.
          isolate: false,
          globalSetup: ['packages/testkit/src/shared-postgres-setup.ts'],
          setupFiles: ['packages/testkit/src/spare-redis-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: WEB,
          exclude: UNTOUCHED,
          environment: 'jsdom',
          // One document for all files: `browser-setup.ts` leaves nothing of a test in it.
          isolate: false,
          setupFiles: ['apps/web/src/testing/browser-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
