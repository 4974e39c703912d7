import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRecipes, type Recipe } from './testing/recipes.ts'
import { replaceOnce } from '../testing/replace-once.ts'

const PAGE = `# Recipes

Of \`docs/other.md\`.

## One

1. In \`a/b.ts\`:

   \`\`\`diff
    first
   -second
   +  third
   \`\`\`

   and

   \`\`\`diff
   +fourth
    fifth
   \`\`\`

2. Make \`a/c.ts\`:

   \`\`\`ts
   if (it) {

     go()
   }
   \`\`\`

   \`\`\`sh
   node a/c.ts
   \`\`\`
`

describe(readRecipes, () => {
  it('parses changes, new files and commands, each with the file named before it', () => {
    expect(readRecipes(PAGE)).toEqual([
      {
        title: 'One',
        blocks: [
          { kind: 'change', file: 'a/b.ts', searched: 'first\nsecond', replacement: 'first\n  third' },
          { kind: 'change', file: 'a/b.ts', searched: 'fifth', replacement: 'fourth\nfifth' },
          { kind: 'file', file: 'a/c.ts', text: 'if (it) {\n\n  go()\n}\n' },
          { kind: 'commands', lines: ['node a/c.ts'] },
        ],
      },
    ])
  })
})

describe('the recipes of docs/recipes.md', () => {
  const recipes = readRecipes(readFileSync('docs/recipes.md', 'utf8'))

  it('are four in number', () => {
    expect(recipes.map(({ title }) => title)).toEqual([
      'A new setting',
      'A new scope',
      'A new picture',
      'A test with two processes',
    ])
  })

  it.each(recipes)('match the files of the repository: $title', ({ blocks }: Recipe) => {
    const changed = new Map<string, string>()
    for (const block of blocks) {
      if (block.kind === 'file') expect(existsSync(block.file), block.file).toBe(false)
      if (block.kind !== 'change') continue
      const text = changed.get(block.file) ?? readFileSync(block.file, 'utf8')
      changed.set(block.file, replaceOnce({ file: block.file, text }, block))
    }
  })
})
