import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

const ROOMS = [new URL('./', import.meta.url), new URL('./', import.meta.resolve('@counterfoil/money/money'))]

describe('no amount goes through binary floating point', () => {
  it.each(ROOMS)('%s converts no text or bigint to a number', async (folder) => {
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const text = await readFile(new URL(file, folder), 'utf8')
      expect(text.match(/\bNumber\(|parseFloat|\btoFixed\(/g) ?? [], file).toEqual([])
    }
  })
})
