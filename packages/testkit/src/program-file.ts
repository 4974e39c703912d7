import { join } from 'node:path'

/** The programs of Node that tests start again and again. */
export const TEST_PROGRAMS = [
  'apps/provider/src/admin-main.ts',
  'apps/provider/src/main.ts',
  'apps/provider/src/testing/books-process/books-process-main.ts',
  'packages/testkit/src/bff-process-main.ts',
  'packages/testkit/src/stack-main.ts',
] as const

export type TestProgram = (typeof TEST_PROGRAMS)[number]

/** The name of the environment variable with the folder of the programs that were built for a test run. */
export const BUILT_PROGRAMS_SETTING = 'COUNTERFOIL_BUILT_PROGRAMS'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The name of a program that was built, without its folder and without an ending. */
export function builtName(program: TestProgram): string {
  return program.replace(/\.ts$/, '').replaceAll('/', '-')
}

/** Returns the file of a program: the built one in a run of all tests, otherwise its source. */
export function programFile(program: TestProgram): string {
  const folder = process.env[BUILT_PROGRAMS_SETTING]
  return folder === undefined ? join(ROOT, program) : join(folder, `${builtName(program)}.mjs`)
}
