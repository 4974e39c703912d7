/** A block of a recipe: a change of a file, a new file, or commands. Paths are from the root. */
export type RecipeBlock =
  | {
      readonly kind: 'change'
      readonly file: string
      readonly searched: string
      readonly replacement: string
    }
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | { readonly kind: 'commands'; readonly lines: readonly string[] }

export type Recipe = { readonly title: string; readonly blocks: readonly RecipeBlock[] }

const FENCE = /^( *)```(\w+)\n([\s\S]*?)^ *```$/gm

/**
 * Returns the recipes of `docs/recipes.md`: a part is one that has blocks. A block belongs to the file that is named last in
 * front of it.
 */
export function readRecipes(markdown: string): readonly Recipe[] {
  return markdown.split(/^## /m).flatMap((part) => {
    let file = ''
    let end = 0
    const blocks = [...part.matchAll(FENCE)].map((match) => {
      const [whole, indent = '', language = '', indented = ''] = match
      file = [...part.slice(end, match.index).matchAll(/`([\w-]+\/[\w./-]+\.\w+)`/g)].at(-1)?.[1] ?? file
      end = match.index + whole.length
      return blockOf(language, { file, text: indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
    })
    return blocks.length === 0 ? [] : [{ title: part.slice(0, part.indexOf('\n')), blocks }]
  })
}

function blockOf(
  language: string,
  { file, text }: { readonly file: string; readonly text: string },
): RecipeBlock {
  const lines = text.trimEnd().split('\n')
  if (language === 'sh') return { kind: 'commands', lines }
  if (language !== 'diff') return { kind: 'file', file, text }
  const without = (mark: string): string =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  return { kind: 'change', file, searched: without('+'), replacement: without('-') }
}
