import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildDocument } from './browser-apps.ts'
import { ROOT } from '../step.ts'

it('the table of "OAuth 2.0 for Browser-Based Applications" is current, and each row but one has a test', async () => {
  const text = await buildDocument()
  expect(await readFile(join(ROOT, 'docs', 'browser-apps.md'), 'utf8')).toBe(text)
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows).toHaveLength(15)
  expect(rows.filter((line) => line.endsWith('| – |')).map((line) => line.split(' ')[1])).toEqual(['14'])
})
