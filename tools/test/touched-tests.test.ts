import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAffected } from '../check/source-graph.ts'
import { chooseTests, MOST_TESTS } from './touched-tests.ts'

describe(chooseTests, () => {
  const sources = new Map([
    ['apps/bff/src/refresh/rule.ts', ''],
    ['apps/bff/src/refresh/rule.test.ts', "import './rule.ts'"],
    ['apps/bff/src/refresh/refresh.http.test.ts', "import '../run.ts'"],
    ['apps/bff/src/run.ts', "import './refresh/rule.ts'"],
    ['apps/bff/src/run.http.test.ts', "import './run.ts'"],
    ['apps/bff/src/tokens/use.ts', "import '../refresh/rule.ts'"],
    ['apps/bff/src/tokens/use.test.ts', "import './use.ts'"],
    ['packages/e2e/looks.ts', "import '../../apps/bff/src/run.ts'"],
    ['packages/e2e/looks.spec.ts', "import './looks.ts'"],
  ])
  for (let index = 1; index <= 10; index += 1) {
    const folder = `apps/bff/src/far-${index}`
    sources.set(`${folder}/page.ts`, "import '../wide/table.ts'")
    sources.set(`${folder}/page.http.test.ts`, "import './page.ts'")
    sources.set(`apps/bff/src/wide/z${index}.http.test.ts`, "import '../run.ts'")
  }
  sources.set('apps/bff/src/wide/table.ts', '')
  sources.set('apps/bff/src/wide/table.wide.http.test.ts', "import '../run.ts'")
  sources.set('apps/bff/src/wide/z9.http.test.ts', "import './table.ts'")

  const files = [...sources.keys()].toSorted()
  const choose = (...changed: string[]) =>
    chooseTests({
      changed,
      tests: files.filter((file) => file.endsWith('.test.ts')),
      specs: files.filter((file) => file.endsWith('.spec.ts')),
      dirname,
      affected: (some, mayPass) =>
        findAffected(some, new Map([...sources].filter(([file]) => mayPass(file))), new Map()),
    })

  it('returns tests that import a changed file and tests in its folder, but not tests of a whole program', () => {
    expect(choose('apps/bff/src/refresh/rule.ts')).toEqual({
      tests: [
        'apps/bff/src/refresh/refresh.http.test.ts',
        'apps/bff/src/refresh/rule.test.ts',
        'apps/bff/src/tokens/use.test.ts',
      ],
      specs: [],
      leftOut: [],
    })
  })

  it('returns the nearest of many HTTP tests, and names those it leaves out', () => {
    const { tests, leftOut } = choose('apps/bff/src/wide/table.ts')
    // The test that is named after the file, the one that imports it, others of its folder.
    expect(tests).toEqual([
      'apps/bff/src/wide/table.wide.http.test.ts',
      'apps/bff/src/wide/z1.http.test.ts',
      'apps/bff/src/wide/z10.http.test.ts',
      'apps/bff/src/wide/z2.http.test.ts',
      'apps/bff/src/wide/z3.http.test.ts',
      'apps/bff/src/wide/z9.http.test.ts',
    ])
    expect(tests).toHaveLength(MOST_TESTS.http)
    expect(leftOut.map((file) => file.includes('/far-'))).toEqual([
      ...Array(5).fill(false),
      ...Array(10).fill(true),
    ])
  })

  it('returns all edited tests, however many, without their neighbours', () => {
    const edited = files.filter((file) => /wide\/z.*test/.test(file))
    expect(choose(...edited)).toEqual({ tests: edited, specs: [], leftOut: [] })
  })

  it('returns the tests of a changed program, those beside it first', () => {
    const { tests, leftOut } = choose('apps/bff/src/run.ts')
    expect(tests).toContain('apps/bff/src/run.http.test.ts')
    expect([...tests, ...leftOut]).toContain('apps/bff/src/refresh/refresh.http.test.ts')
  })

  it('returns browser tests when a file of theirs changed', () => {
    expect(choose('packages/e2e/looks.ts')).toEqual({
      tests: [],
      specs: ['packages/e2e/looks.spec.ts'],
      leftOut: [],
    })
  })

  it('returns nothing for a document', () => {
    expect(choose('docs/style.md')).toEqual({ tests: [], specs: [], leftOut: [] })
  })
})
