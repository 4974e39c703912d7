import { escapeHtml } from '@counterfoil/service/http/html-escape'
import type { Boot, FirstAnswer } from '@counterfoil/bff-api/session'

export interface PageParts {
  readonly nonce: string
  readonly title: string
  readonly boot: Boot
  /** Addresses of scripts that the page's first script imports: named in the head, they are fetched at the same time. */
  readonly files?: readonly string[]
}

const MARKS = {
  '<!--app-head-->': ({ title }: PageParts) => `<title>${escapeHtml(title)}</title>`,
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
const ROOT = '<!--app-html-->'
/** Placeholders without which the page would be empty, or its scripts would not run. */
const NEEDED = ['__NONCE__', '</head>', ROOT, '<!--app-boot-->', '</body>']
const PARTS = new RegExp(`^(.*?</head>)(.*)${ROOT}(.*)(</body>.*)$`, 's')
const START_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** The HTML of a page around the inside of its root element, cut where parts may be sent separately. */
export interface PageFrame {
  /** The title, the styles, and the addresses of script and typeface, which a browser can begin to load. */
  readonly head: string
  /** The HTML between the head and the inside of the root element. */
  readonly before: string
  /** The HTML between the root element and `</body>`. */
  readonly after: string
  /** An async script element: the one in the head would wait for the document's end. They have one address, so it runs once. */
  readonly start: string
  readonly end: string
}

/** Reports a template without all placeholders; the message names the missing ones. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/**
 * Cuts the template once. Filling it joins texts and never searches in inserted values.
 * @throws TemplateError when a placeholder that every page needs is missing.
 */
export function compileTemplate(template: string): (parts: PageParts) => PageFrame {
  const missing = NEEDED.filter((mark) => !template.includes(mark))
  const [, ...parts] = PARTS.exec(template) ?? []
  if (missing.length > 0 || parts.length === 0) {
    throw new TemplateError(
      `the page template lacks ${missing.join(', ') || `the order ${NEEDED.join(', ')}`}`,
    )
  }
  const [head, before, after, end] = parts.map(compilePart) as [Fill, Fill, Fill, Fill]
  const src = START_SCRIPT.exec(template)?.[1]
  return (page) => ({
    head: head(page),
    before: before(page),
    after: after(page),
    start:
      src === undefined ? '' : `<script type="module" async nonce="${page.nonce}" src="${src}"></script>`,
    end: end(page),
  })
}

type Fill = (page: PageParts) => string

function compilePart(text: string): Fill {
  const pieces = text.split(ANY_MARK)
  return (page) => pieces.map((piece) => (isMark(piece) ? MARKS[piece](page) : piece)).join('')
}

/** Returns the element with the answer to the page's first query, in which the page's script finds it. */
export function firstAnswerElement(answer: FirstAnswer): string {
  return `<script type="application/json" id="first-answer">${escapeJsonForHtml(answer)}</script>`
}

function isMark(piece: string): piece is Mark {
  return Object.hasOwn(MARKS, piece)
}

/** Returns JSON that cannot end the script element it is in, whatever text it contains. */
export function escapeJsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
