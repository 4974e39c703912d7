import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renewTimes } from './source-memory.ts'

const OLD = new Date('2020-01-01T00:00:00Z')

function createFolder() {
  const root = mkdtempSync(join(tmpdir(), 'counterfoil-memory-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const file = join(root, 'a.ts')
  return {
    /** Writes the file with a time of long ago, lets the times be renewed, and tells whether its time is of long ago. */
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
