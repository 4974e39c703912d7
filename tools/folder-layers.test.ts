import { describe, expect, it } from 'vitest'
import { describeRoomCircle, findRoomCircles } from './folder-layers.ts'

const ROOT = 'apps/x/src'
const circlesOf = (files: Readonly<Record<string, string>>) =>
  findRoomCircles(ROOT, new Map(Object.entries(files).map(([path, source]) => [`${ROOT}/${path}`, source])))

describe(findRoomCircles, () => {
  it('lets rooms import rooms below them, and the files of the root import any', () => {
    expect(
      circlesOf({
        'main.ts': `import { a } from '#a/one.ts'`,
        'a/one.ts': `import { b } from '#b/two.ts'\nimport type { Config } from '../main.ts'`,
        'b/two.ts': `import { c } from './three.ts'`,
        'b/three.ts': '',
      }),
    ).toEqual([])
  })

  it('finds two rooms that import each other, by type only and by any two files, and names the import to turn', () => {
    const [circle, ...others] = circlesOf({
      'a/one.ts': `import { b } from '#b/two.ts'\nimport { t } from '#b/three.ts'`,
      'a/four.ts': '',
      'b/two.ts': '',
      'b/three.ts': `import type { Four } from '#a/four.ts'`,
    })
    expect(others).toEqual([])
    expect(circle?.rooms).toEqual(['a', 'b'])
    expect(circle && describeRoomCircle(circle)).toBe(
      `${ROOT}: a → b → a is a circle; rooms form a ladder.\n  ${ROOT}/b/three.ts: turn the import of '#a/four.ts'`,
    )
  })

  it('finds circles through a third room, and inside a room at any depth, between a file and a folder too', () => {
    const circles = circlesOf({
      'a/one.ts': `import { b } from '#b/one.ts'`,
      'b/one.ts': `import { c } from '#c/one.ts'`,
      'c/one.ts': `import { a } from '#a/one.ts'`,
      'deep/in/list.ts': `import { x } from './nouns/x.ts'`,
      'deep/in/nouns/x.ts': `import type { List } from '../list.ts'`,
    })
    expect(circles.map(({ inside, rooms }) => [inside, rooms])).toEqual([
      [ROOT, ['a', 'b', 'c']],
      [`${ROOT}/deep/in`, ['list.ts', 'nouns']],
    ])
  })

  it('ignores tests and their helpers', () => {
    expect(
      circlesOf({
        'a/one.ts': `import { b } from '#b/two.ts'`,
        'b/two.ts': '',
        'b/two.test.ts': `import { a } from '#a/one.ts'`,
        'b/testing/fixture.ts': `import { a } from '#a/one.ts'`,
      }),
    ).toEqual([])
  })
})
