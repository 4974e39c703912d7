import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'decisions')
const index = await readFile(join(FOLDER, 'README.md'), 'utf8')
const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.md$/.test(name)).toSorted()

describe('the decision records', () => {
  it('have a number each', () => {
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it.each(names)('%s stands in the index with its title and its status, and no other does', async (name) => {
    const text = await readFile(join(FOLDER, name), 'utf8')
    const number = name.slice(0, 4)
    const [, title = ''] = /^# \d+\. (.+)$/m.exec(text) ?? []
    const [, status = ''] = /^Status: (.+)$/m.exec(text) ?? []
    expect(text.startsWith(`# ${Number(number)}. `)).toBe(true)
    expect(status).toMatch(/^(accepted|superseded by \[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\))$/)
    expect(index).toContain(`| [${number}](${name}) ${title} | ${status} |`)
  })

  it('are all that the index names', () => {
    const named = [...index.matchAll(/^\| \[\d{4}\]\((.+?)\)/gm)].map(([, name]) => name)
    expect(named).toEqual(names)
  })
})
