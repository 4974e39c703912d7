import { escapeHtml, unescapeHtml } from '@counterfoil/service/http/html-escape'

/** Text that is already HTML. Only {@link html} and {@link trustedHtml} make one, so posted JSON can never pass for it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** Values inside an {@link html} template. `false`, `null` and `undefined` print nothing. */
export type HtmlValue = string | number | bigint | Html | false | null | undefined | readonly HtmlValue[]

/**
 * Builds HTML; every inserted text is escaped, inserted {@link Html} is not.
 * Attributes must be quoted in the template: escaping protects content and quoted attributes only.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '')
  return new Html(text)
}

/** Marks our own constant text as HTML. Never for anything that came from outside. */
export function trustedHtml(text: string): Html {
  return new Html(text)
}

function render(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

/** Returns the text without its tags, for titles and tests, with entities resolved. */
export function plainText(value: HtmlValue): string {
  return unescapeHtml(render(value).replace(/<[^>]*>/g, ''))
}

/** Matches a whole textarea, a tag, or text between tags. */
const PARTS = /<textarea[^>]*>[^]*?<\/textarea>|<[^>]*>|[^<]+/g
const NO_BREAK_SPACE = '\u00A0'

/**
 * Makes the spaces that French puts before `? ! : ;` and inside « » non-breaking. Only displayed text is changed: a textarea keeps
 * the text as it was typed.
 */
export function withFrenchSpaces(markup: string): string {
  return markup.replace(PARTS, (part) =>
    part.startsWith('<')
      ? part
      : part.replaceAll(/ (?=[?!:;»])/g, NO_BREAK_SPACE).replaceAll('« ', `«${NO_BREAK_SPACE}`),
  )
}
