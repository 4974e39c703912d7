import { describe, expect, it } from 'vitest'
import { describeImportCycle, findImportCycles } from './folder-layers.ts'

const ROOT = 'apps/x/src'
const cyclesOf = (files: Readonly<Record<string, string>>) =>
  findImportCycles(ROOT, new Map(Object.entries(files).map(([path, source]) => [`${ROOT}/${path}`, source])))

describe(findImportCycles, () => {
  it('accepts imports of folders below, and any import by a file of the root', () => {
    expect(
      cyclesOf({
        'main.ts': `import { a } from '#a/one.ts'`,
        'a/one.ts': `import { b } from '#b/two.ts'\nimport type { Config } from '../main.ts'`,
        'b/two.ts': `import { c } from './three.ts'`,
        'b/three.ts': '',
      }),
    ).toEqual([])
  })

  it('reports two folders that import each other, by types too, and names the import to reverse', () => {
    const [cycle, ...others] = cyclesOf({
      'a/one.ts': `import { b } from '#b/two.ts'\nimport { t } from '#b/three.ts'`,
      'a/four.ts': '',
      'b/two.ts': '',
      'b/three.ts': `import type { Four } from '#a/four.ts'`,
    })
    expect(others).toEqual([])
    expect(cycle?.entries).toEqual(['a', 'b'])
    expect(cycle && describeImportCycle(cycle)).toBe(
      `${ROOT}: a → b → a is a cycle; imports between folders go one way.\n  ${ROOT}/b/three.ts: reverse the import of '#a/four.ts'`,
    )
  })

  it('reports cycles through a third folder, at any depth, and between a file and a folder', () => {
    const cycles = cyclesOf({
      'a/one.ts': `import { b } from '#b/one.ts'`,
      'b/one.ts': `import { c } from '#c/one.ts'`,
      'c/one.ts': `import { a } from '#a/one.ts'`,
      'deep/in/list.ts': `import { x } from './nouns/x.ts'`,
      'deep/in/nouns/x.ts': `import type { List } from '../list.ts'`,
    })
    expect(cycles.map(({ inside, entries }) => [inside, entries])).toEqual([
      [ROOT, ['a', 'b', 'c']],
      [`${ROOT}/deep/in`, ['list.ts', 'nouns']],
    ])
  })

  it('ignores tests and their helpers', () => {
    expect(
      cyclesOf({
        'a/one.ts': `import { b } from '#b/two.ts'`,
        'b/two.ts': '',
        'b/two.test.ts': `import { a } from '#a/one.ts'`,
        'b/testing/fixture.ts': `import { a } from '#a/one.ts'`,
      }),
    ).toEqual([])
  })
})
