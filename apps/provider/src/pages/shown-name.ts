import { seenName } from '#applications/application-name.ts'

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what is between them turns nothing outside. (UAX #9 section 2.4.2) */
const ISOLATE = '\u2068'
const END = '\u2069'
/** A tag, a field's own text or the title, which hold text alone; or text between tags. */
const PARTS = /<textarea[^>]*>[^]*?<\/textarea>|<[^>]*>|[^<]+/g
/** Elements whose children are laid out one by one: there a `<bdi>` alone would lose the spaces around it. */
const FLEXIBLE = /(<(a|button|summary)\b[^>]*>)([^]*?)(<\/\2\s*>)/g
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name that somebody gave (an application, a business, a person), for a sentence of ours: without what nobody sees, and
 * apart from the direction of the text around it. The page prints it as `<bdi>`, see {@link isolatesAsMarkup}.
 */
export function shownName(name: string): string {
  return `${ISOLATE}${seenName(name)}${END}`
}

/** The isolates of names as `<bdi>`, wherever markup can stand. */
export function isolatesAsMarkup(markup: string): string {
  const marked = markup.replace(PARTS, (part) =>
    part.startsWith('<') ? part : part.replaceAll(ISOLATE, '<bdi>').replaceAll(END, '</bdi>'),
  )
  return marked.replace(FLEXIBLE, (whole: string, ...groups: readonly string[]) => {
    const [start = '', , content = '', end = ''] = groups
    const isSpan = content.includes('<bdi>') && !content.includes('class="stack"')
    return isSpan ? `${start}<span>${content}</span>${end}` : whole
  })
}

/** In a title, which has no markup, they stay where they matter. */
export function isolatesInTitle(title: string): string {
  return RIGHT_TO_LEFT.test(title) ? title : title.replaceAll(ISOLATE, '').replaceAll(END, '')
}
