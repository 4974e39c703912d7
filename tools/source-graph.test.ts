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

  it('leaves out what imports nothing of it', () => {
    expect(affected('apps/bff/src/alone.ts')).toEqual(['apps/bff/src/alone.ts'])
    expect(affected()).toEqual([])
  })

  it('is everything after a change of what all modules see', () => {
    expect(affected('apps/bff/src/session.ts')).toEqual([...sources.keys()].toSorted())
  })

  it('holds what imports a file that was removed', () => {
    expect(affected('packages/testkit/src/start.ts')).toContain('tools/release.ts')
  })
})
