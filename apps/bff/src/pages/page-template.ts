import { escapeHtml } from '@counterfoil/service/http/html-escape'
import type { Boot, FirstAnswer } from '@counterfoil/bff-api/session'

/** What fills one page. */
export interface PageParts {
  readonly nonce: string
  readonly title: string
  /** HTML as the renderer made it. */
  readonly html: string
  readonly boot: Boot
  /** Addresses of scripts that the page's first one asks for: named here, they are fetched beside it. */
  readonly files?: readonly string[]
}

const MARKS = {
  '<!--app-head-->': ({ title }: PageParts) => `<title>${escapeHtml(title)}</title>`,
  '<!--app-html-->': ({ html }: PageParts) => html,
  '<!--app-boot-->': ({ boot, nonce, files = [] }: PageParts) =>
    `<script type="application/json" id="boot">${escapeJsonForHtml(boot)}</script>${files
      .map((file) => `<link rel="modulepreload" nonce="${nonce}" href="${file}">`)
      .join('')}`,
  __NONCE__: ({ nonce }: PageParts) => nonce,
  __LANG__: ({ boot }: PageParts) => boot.session.locale,
  __THEME__: ({ boot }: PageParts) => boot.session.theme,
} as const
type Mark = keyof typeof MARKS
const ANY_MARK = new RegExp(`(${Object.keys(MARKS).join('|')})`)
/** Without these the page would be empty, or its scripts would not run. */
const NEEDED: readonly Mark[] = ['<!--app-html-->', '<!--app-boot-->', '__NONCE__']

/** A template whose placeholders are missing; the message names them. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/**
 * Cuts the template once; filling it joins texts and never searches in what was filled in.
 * @throws TemplateError when a placeholder that every page needs is missing.
 */
export function compileTemplate(template: string): (parts: PageParts) => string {
  const pieces = template.split(ANY_MARK)
  const missing = NEEDED.filter((mark) => !pieces.includes(mark))
  if (missing.length > 0) throw new TemplateError(`the page template lacks ${missing.join(', ')}`)
  return (parts) => pieces.map((piece) => (isMark(piece) ? MARKS[piece](parts) : piece)).join('')
}

const HEAD_END = '</head>'
const END = '</body>'
const START_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** A page in parts, for what comes late in between. */
export interface PageFrame {
  /** Styles, the addresses of script and typeface, the title: what a browser can begin with. */
  readonly head: string
  /** Up to the inside of the root. */
  readonly before: string
  /** What follows the root. */
  readonly after: string
  /** The page's script, at once: by itself it would wait for the end of the document. The address is that of the head, so it runs once. */
  readonly start: string
  readonly end: string
}

/**
 * Cuts a page behind its head, at its root and at its end.
 * @param html A template that was filled; `root` is where the inside of the root belongs, and nowhere else.
 */
export function cutPage({
  html,
  nonce,
  root,
}: {
  readonly html: string
  readonly nonce: string
  readonly root: string
}): PageFrame {
  const [beginning = '', rest = ''] = html.split(root)
  // What was filled in ends neither head nor body: all markup in it is escaped.
  const headAt = beginning.indexOf(HEAD_END)
  const headEnd = headAt === -1 ? 0 : headAt + HEAD_END.length
  const at = rest.lastIndexOf(END)
  const cut = at === -1 ? rest.length : at
  const src = START_SCRIPT.exec(html)?.[1]
  return {
    head: beginning.slice(0, headEnd),
    before: beginning.slice(headEnd),
    after: rest.slice(0, cut),
    start: src === undefined ? '' : `<script type="module" async nonce="${nonce}" src="${src}"></script>`,
    end: rest.slice(cut),
  }
}

/** The answer to what the page asks first, where its script finds it. */
export function firstAnswerElement(answer: FirstAnswer): string {
  return `<script type="application/json" id="first-answer">${escapeJsonForHtml(answer)}</script>`
}

function isMark(piece: string): piece is Mark {
  return Object.hasOwn(MARKS, piece)
}

/** JSON that cannot end the script element it is in, whatever text is in it. */
export function escapeJsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
