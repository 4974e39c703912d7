import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { BUILT_PROGRAMS_SETTING } from '@counterfoil/testkit/program-file'
import { readRecipes, type RecipeBlock } from './testing/recipes.ts'
import { replaceOnce } from '../testing/replace-once.ts'
import { copyTree, type TreeCopy } from '@counterfoil/testkit/tree-copy'

let copy: TreeCopy
beforeAll(async () => {
  copy = await copyTree(process.cwd())
})
afterAll(() => copy.remove())

/** Runs a command in the copy. Returns its output and exit status. */
async function run(line: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const [name = '', ...args] = line.split(' ')
  const command = name === 'node' ? process.execPath : join(process.cwd(), 'node_modules', '.bin', name)
  // Programs that a test starts are started from the sources of the copy.
  const { [BUILT_PROGRAMS_SETTING]: _built, ...env } = process.env
  const child = startChild(command, args, { cwd: copy.path, env })
  return { code: await child.exited, output: child.output() }
}

async function expectPassed(line: string): Promise<void> {
  const { code, output } = await run(line)
  expect(code, `${line}\n${output}`).toBe(0)
}

async function take(block: RecipeBlock): Promise<void> {
  if (block.kind === 'commands') {
    for (const line of block.lines) await expectPassed(line)
    return
  }
  const path = join(copy.path, block.file)
  const text =
    block.kind === 'file'
      ? block.text
      : replaceOnce({ file: block.file, text: await readFile(path, 'utf8') }, block)
  await writeFile(path, text)
}

describe('a recipe of docs/recipes.md', () => {
  const recipes = readRecipes(readFileSync('docs/recipes.md', 'utf8'))

  it.each(recipes)('works when followed word by word: $title', async ({ blocks }) => {
    for (const block of blocks) await take(block)
  })

  it.each([
    'tsc -b --checkers 1',
    'node tools/check/boundary-check.ts',
    'node tools/check/format-check.ts',
    'node packages/messages/compile.ts --check',
    'node apps/provider/codegen.ts --check',
    'node apps/web/codegen.ts --check',
    'vitest run packages/graphql-schema apps/provider/src/permissions apps/web/src/app/page-words.test.tsx',
  ])('leaves %s green', expectPassed)

  it('passes the lint', async () => {
    const written = recipes.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'commands' ? [] : [block.file])),
    )
    const sources = [...new Set(written)].filter((file) => /\.tsx?$/.test(file))
    await expectPassed(`oxlint --type-aware --deny-warnings ${sources.join(' ')}`)
  })

  it('is incomplete without the row in the table of settings', async () => {
    const file = join(copy.path, 'apps/bff/README.md')
    const table = await readFile(file, 'utf8')
    await writeFile(file, table.replace(/^\| `BFF_REVOKE_EVERY_SECONDS`.*\n/m, ''))
    expect(await run('node tools/documents/doc-check.ts')).toEqual({
      code: 1,
      output: expect.stringContaining('there is no setting BFF_REVOKE_EVERY_SECONDS'),
    })
  })
})
