import { describe, expect, it } from 'vitest'
import { findAffected } from './source-graph.ts'

describe(findAffected, () => {
  const sources = new Map([
    ['apps/bff/src/rule.ts', ''],
    ['apps/bff/src/refresh/use.ts', "import { rule } from '../rule.ts'"],
    ['apps/bff/src/refresh/use.test.ts', "import { use } from './use.ts'"],
    ['packages/testkit/src/start.ts', "import type { Use } from '@counterfoil/bff/use'"],
    ['tools/release.ts', "await import('@counterfoil/testkit/start')"],
    ['apps/bff/src/other.ts', "import { rule } from '#rule.ts'\nimport express from 'express'"],
    ['apps/bff/src/alone.ts', ''],
    ['apps/bff/src/session.ts', "declare module 'express-session' {}"],
  ])
  const packages = new Map([
    ['@counterfoil/bff', { folder: 'apps/bff', exports: [['./use', './src/refresh/use.ts']] as const }],
    ['@counterfoil/testkit', { folder: 'packages/testkit', exports: [['./*', './src/*.ts']] as const }],
  ])
  const affected = (...changed: string[]): readonly string[] =>
    [...findAffected(changed, sources, packages)].toSorted()

  it('follows relative paths, #paths, exports by name and by pattern, and dynamic imports', () => {
    expect(affected('apps/bff/src/rule.ts')).toEqual(
      [...sources.keys()].filter((file) => !/alone|session/.test(file)).toSorted(),
    )
  })

  it('leaves out files that import none of the changed ones', () => {
    expect(affected('apps/bff/src/alone.ts')).toEqual(['apps/bff/src/alone.ts'])
    expect(affected()).toEqual([])
  })

  it('returns every test after a change of a file that all modules use', () => {
    expect(affected('apps/bff/src/session.ts')).toEqual([...sources.keys()].toSorted())
  })

  it('contains the importers of a removed file', () => {
    expect(affected('packages/testkit/src/start.ts')).toContain('tools/release.ts')
  })
})
