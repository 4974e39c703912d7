import { existsSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * Beside `npm run dev`: nothing runs until a file changes, and then the test that lies beside it. Without this, vitest would know
 * which test imports a file only after it has run them all.
 */
export default mergeConfig(base, {
  // As for the pages: a file that an editor has emptied and not yet written is no change.
  server: { watch: { awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 15 } } },
  test: {
    watch: true,
    standalone: true,
    project: ['pure', 'web'],
    maxWorkers: 1,
    watchTriggerPatterns: [
      {
        pattern: /^(.+?)(?:\.test)?\.tsx?$/,
        testsToRun: (_file: string, [, stem]: RegExpMatchArray) => {
          const beside = [`${stem}.test.ts`, `${stem}.test.tsx`].filter((file) => existsSync(file))
          return beside.length === 0 ? undefined : beside
        },
      },
    ],
  },
})
