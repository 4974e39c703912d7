import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const UNTOUCHED = ['**/node_modules/**', '**/*.http.test.ts']
const NODE_CONDITIONS = ['module-sync', 'node']

/**
 * Runs only pure tests, in the copy of the repository that contains the mutants. Packages are imported from the copy, not
 * by their links, which lead to the files without mutants.
 */
export default defineConfig({
  ssr: { resolve: { conditions: NODE_CONDITIONS, externalConditions: NODE_CONDITIONS } },
  resolve: {
    alias: [
      {
        find: /^@counterfoil\/(bff-api|oauth|service)\/(.+)$/,
        replacement: join(process.cwd(), 'packages/$1/src/$2.ts'),
      },
    ],
  },
  test: {
    isolate: false,
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{apps/bff,apps/provider,packages/*}/src/**/*.test.ts'],
          exclude: UNTOUCHED,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/src/{connection,data,navigation}/**/*.test.ts'],
          // Hooks are not rules, and their tests load the whole app.
          exclude: [...UNTOUCHED, '**/use-*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/browser-setup.ts'],
        },
      },
    ],
  },
})
