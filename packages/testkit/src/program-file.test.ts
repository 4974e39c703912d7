import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BUILT_PROGRAMS_SETTING, builtName, programFile, TEST_PROGRAMS } from './program-file.ts'

afterEach(() => vi.unstubAllEnvs())

describe('a program started by tests', () => {
  it('runs from its source unless it was built', () => {
    vi.stubEnv(BUILT_PROGRAMS_SETTING, undefined)
    expect(TEST_PROGRAMS.map(programFile).filter((file) => !existsSync(file))).toEqual([])
    expect(programFile('apps/provider/src/main.ts')).toMatch(/\/apps\/provider\/src\/main\.ts$/)
  })

  it('is a built file in a run of all tests, with a different name for each program', () => {
    vi.stubEnv(BUILT_PROGRAMS_SETTING, '/built')
    expect(programFile('apps/provider/src/main.ts')).toBe(join('/built', 'apps-provider-src-main.mjs'))
    expect(new Set(TEST_PROGRAMS.map(builtName)).size).toBe(TEST_PROGRAMS.length)
  })
})
