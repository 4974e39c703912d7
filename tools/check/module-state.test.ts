import { describe, expect, it } from 'vitest'
import { findModuleState } from './module-state.ts'

const FILE = 'apps/bff/src/graphql/example.ts'

describe(findModuleState, () => {
  it.each([
    'let drawn = Buffer.alloc(0)',
    'export let last: string | undefined',
    'const known = new Map<string, string>()',
    'export const zones: Map<string, string> = new Map()',
    'const responders = new WeakMap<Deps, Responder>()',
    'const contexts = new AsyncLocalStorage<Context>()',
    'const seen = createBoundedMap<string, number>(100)',
    'const queue: string[] = []',
  ])('refuses %s', (text) => {
    expect(findModuleState(FILE, `import x from 'x'\n${text}\n`)).toEqual([{ file: FILE, line: 2, text }])
  })

  it.each([
    "const SAFE = new Set(['GET'])",
    'const NONE: readonly string[] = []',
    'const byCode: ReadonlyMap<string, Row> = new Map(ROWS.map((row) => [row.code, row]))',
    '  const entries = new Map<string, number>()',
    '  let left = 0',
  ])('accepts %s', (text) => {
    expect(findModuleState(FILE, text)).toEqual([])
  })

  it('ignores tests', () => {
    expect(findModuleState('apps/bff/src/app.http.test.ts', 'let redis: TestRedis')).toEqual([])
  })
})
