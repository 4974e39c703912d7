/** The media conditions whose rules override all other rules. */
const LAST = ['@media (width>=1000px){', '@media (forced-colors:active){', '@media print{']

/** Moves the rules for wide pages, forced colours and print to the end of a compressed stylesheet, one block each. */
export function gatherLast(css: string): string {
  return LAST.reduce((text, opening) => {
    const [first = '', ...rest] = text.split(opening)
    const parts = rest.map((part) => {
      const end = endOfBlock(part)
      return { rules: part.slice(0, end), after: part.slice(end + 1) }
    })
    if (parts.length === 0) return text
    const rules = parts.map((part) => part.rules).join('')
    return `${first}${parts.map(({ after }) => after).join('')}${opening}${rules}}`
  }, css)
}

/** Finds the index of the brace that closes a block opened before `text`. */
function endOfBlock(text: string): number {
  let depth = 1
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) return index
  }
  throw new Error('a block of styles without an end')
}
