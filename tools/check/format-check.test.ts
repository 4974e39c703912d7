import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFormatFaults } from './format-check.ts'

const FINE = {
  'plain.ts': "export const a = 'b'\n",
  // oxfmt breaks this line.
  'union.ts': `export type A =\n  { readonly kind: '${'a'.repeat(30)}' } | { readonly kind: '${'b'.repeat(30)}' }\n`,
  // oxfmt puts the name first.
  'package.json': '{\n  "type": "module",\n  "name": "a"\n}\n',
}

const OTHERWISE = {
  'quotes.ts': 'export const a = "b"\n',
  'end.tsx': 'export const a = <p>b</p>;\n',
  'style.css': 'a{color:red}\n',
  'list.json': '{"a":1}\n',
  'list.yaml': 'a:   1\n',
  'schema.graphql': 'type A{a:Int}\n',
  'package.json': '{"name":"a"}\n',
}

describe('the check of the format', () => {
  // Not in this checkout, whose other checks may run right now.
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'format-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  }

  it('accepts a file that Prettier accepts, even if oxfmt would write it differently', async () => {
    await write(FINE)
    expect(await findFormatFaults(folder)).toBe('')
  })

  it('names every file that Prettier would change, and no other', async () => {
    await write({ ...FINE, ...OTHERWISE })
    const faults = await findFormatFaults(folder)
    const named = [...faults.matchAll(/^\[warn\] ([\w.]+)$/gm)].map(([, name = '']) => name)
    expect(new Set(named)).toEqual(new Set(Object.keys(OTHERWISE)))
  })

  it('names a file that cannot be read', async () => {
    await write({ ...OTHERWISE, 'broken.ts': 'const = ;\n' })
    expect(await findFormatFaults(folder)).toContain('broken.ts')
  })
})
