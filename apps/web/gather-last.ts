/** Conditions whose rules are meant to hold whatever is said without them. */
const LAST = ['@media (width>=1000px){', '@media (forced-colors:active){', '@media print{']

/** The compressed text of a stylesheet with its rules for wide pages, forced colours and paper at its end: each condition is there once. */
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

/** Where the brace is that closes what was opened before `text`. */
function endOfBlock(text: string): number {
  let depth = 1
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) return index
  }
  throw new Error('a block of styles without an end')
}
