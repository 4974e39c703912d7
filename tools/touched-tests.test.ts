import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAffected } from './source-graph.ts'
import { chooseTests } from './touched-tests.ts'

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
  const files = [...sources.keys()]
  const choose = (...changed: string[]) =>
    chooseTests({
      changed,
      tests: files.filter((file) => file.endsWith('.test.ts')),
      specs: files.filter((file) => file.endsWith('.spec.ts')),
      dirname,
      affected: (some, mayPass) =>
        findAffected(some, new Map([...sources].filter(([file]) => mayPass(file))), new Map()),
    })

  it('takes tests that import a changed file, and those in its folder, but not through a whole program', () => {
    expect(choose('apps/bff/src/refresh/rule.ts')).toEqual({
      tests: [
        'apps/bff/src/refresh/rule.test.ts',
        'apps/bff/src/refresh/refresh.http.test.ts',
        'apps/bff/src/tokens/use.test.ts',
      ],
      specs: [],
    })
  })

  it('takes every test of a program when the program itself changed', () => {
    expect(choose('apps/bff/src/run.ts').tests).toEqual([
      'apps/bff/src/refresh/refresh.http.test.ts',
      'apps/bff/src/run.http.test.ts',
    ])
  })

  it('takes browser tests when a file of theirs changed', () => {
    expect(choose('packages/e2e/looks.ts')).toEqual({ tests: [], specs: ['packages/e2e/looks.spec.ts'] })
  })

  it('takes nothing for a document', () => {
    expect(choose('docs/style.md')).toEqual({ tests: [], specs: [] })
  })
})
