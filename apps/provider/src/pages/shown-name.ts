import { seenName } from '#applications/application-name.ts'

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE keep text direction inside. (UAX #9 section 2.4.2) */
const ISOLATE = '\u2068'
const END = '\u2069'
/** Matches a tag, a whole textarea, or text between tags. */
const PARTS = /<textarea[^>]*>[^]*?<\/textarea>|<[^>]*>|[^<]+/g
/** Matches flex containers: there a `<bdi>` alone would lose the spaces around it. */
const FLEXIBLE = /(<(a|button|summary)\b[^>]*>)([^]*?)(<\/\2\s*>)/g
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns a name that somebody gave (an application, a business, a person) for one of our sentences: without invisible characters,
 * and isolated from the direction of the text around it. The page prints it as `<bdi>`, see {@link isolatesAsMarkup}.
 */
export function shownName(name: string): string {
  return `${ISOLATE}${seenName(name)}${END}`
}

/** Replaces the isolates of names with `<bdi>`, except inside textareas and tags. */
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

/** Removes the isolates from a title, which has no markup, unless it has right-to-left text. */
export function isolatesInTitle(title: string): string {
  return RIGHT_TO_LEFT.test(title) ? title : title.replaceAll(ISOLATE, '').replaceAll(END, '')
}
