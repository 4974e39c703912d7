import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../..', 'docs', 'decisions')
const index = await readFile(join(FOLDER, 'README.md'), 'utf8')
const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.md$/.test(name)).toSorted()

describe('the decision records', () => {
  it('each have a number of their own', () => {
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it.each(names)('%s is listed in the index with its title', async (name) => {
    const text = await readFile(join(FOLDER, name), 'utf8')
    const number = name.slice(0, 4)
    const [, title = ''] = /^# \d+\. (.+)$/m.exec(text) ?? []
    expect(text.startsWith(`# ${Number(number)}. `)).toBe(true)
    expect(index).toContain(`- [${number}](${name}) ${title}\n`)
  })

  it('are at most a page of 350 words each', async () => {
    for (const name of names) {
      const text = await readFile(join(FOLDER, name), 'utf8')
      expect(text.split(/\s+/).length, name).toBeLessThanOrEqual(350)
    }
  })

  it('exist for every row of the index', () => {
    const named = [...index.matchAll(/^- \[\d{4}\]\((.+?)\)/gm)].map(([, name]) => name)
    expect(named).toEqual(names)
  })
})
