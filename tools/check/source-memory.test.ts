import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findAffected } from './source-graph.ts'
import { chooseTyped, digestsOf, findChanged, readShown, renewTimes } from './source-memory.ts'

const OLD = new Date('2020-01-01T00:00:00Z')

function createFolder() {
  const root = mkdtempSync(join(tmpdir(), 'counterfoil-memory-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const file = join(root, 'a.ts')
  return {
    /** Writes the file with an old time, runs `renewTimes`, and returns whether its time is still old. */
    isOldAfter(text: string): boolean {
      writeFileSync(file, text)
      utimesSync(file, OLD, OLD)
      renewTimes(root, new Map([['a.ts', text]]), join(root, '.cache', 'memory.json'))
      return statSync(file).mtimeMs === OLD.getTime()
    },
  }
}

describe(renewTimes, () => {
  it('renews the time of a changed file with an old time, because tsc would consider it unchanged', () => {
    const { isOldAfter } = createFolder()
    isOldAfter('one')
    expect(isOldAfter('two')).toBe(false)
  })

  it('renews all times without a record of the last run', () => {
    expect(createFolder().isOldAfter('one')).toBe(false)
  })

  it('leaves an unchanged file alone', () => {
    const { isOldAfter } = createFolder()
    isOldAfter('one')
    expect(isOldAfter('one')).toBe(true)
  })
})

describe(chooseTyped, () => {
  const sources = {
    'apps/bff/src/one.ts': 'export const one = () => 1',
    'apps/bff/src/two.ts': "import { one } from './one.ts'",
    'apps/bff/src/three.tsx': "import './two.ts'",
    'tools/plain.mjs': 'export const plain = 1',
    'tools/other.mjs': "import './plain.mjs'",
  }
  const declarations = { 'apps/bff/.cache/types/src/one.d.ts': 'export declare const one: () => number' }
  const digests = (texts: Record<string, string>, declared: Record<string, string>) => {
    const all = new Map(Object.entries(texts))
    return digestsOf(new Map([...all, ...readShown(all, (file) => declared[file])]))
  }
  const choose = (texts: Record<string, string>, declared: Record<string, string> = declarations) => [
    ...chooseTyped(findChanged(digests(texts, declared), digests(sources, declarations)), (files) =>
      findAffected(files, new Map(Object.entries(texts)), new Map()),
    ),
  ]
  const changed = { ...sources, 'apps/bff/src/one.ts': 'export const one = () => 2' }

  it('returns a changed file alone if its declaration did not change', () => {
    expect(choose(changed)).toEqual(['apps/bff/src/one.ts'])
  })

  it('returns all direct and indirect importers of a file whose declaration changed', () => {
    const declared = { 'apps/bff/.cache/types/src/one.d.ts': 'export declare const one: () => string' }
    const all = ['apps/bff/src/one.ts', 'apps/bff/src/two.ts', 'apps/bff/src/three.tsx']
    expect(choose(changed, declared)).toEqual(all)
    // Also where the file itself did not change: its type came from another one.
    expect(choose(sources, declared)).toEqual(all)
  })

  it('returns all importers of a file that has no declaration', () => {
    expect(choose({ ...sources, 'tools/plain.mjs': 'export const plain = 2' })).toEqual([
      'tools/plain.mjs',
      'tools/other.mjs',
    ])
  })
})
