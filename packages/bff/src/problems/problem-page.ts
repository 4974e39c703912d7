import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { contactAddress } from '@counterfoil/bff-api/contact'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { DARK, LIGHT, type Palette } from '@counterfoil/design/palette'
import type { Appearance } from '#browser/preferences.ts'
import { problemPageDe } from '#words/generated/problem-page.de.ts'
import { problemPageEn } from '#words/generated/problem-page.en.ts'
import { problemPageFr } from '#words/generated/problem-page.fr.ts'

/** A problem without words of its own is reported in those of `other`: the fault is ours. */
const LANGUAGES = { en: problemPageEn, fr: problemPageFr, de: problemPageDe }
type Language = (typeof LANGUAGES)['en']
/** Some messages name the app, in any language. */
type Message = string | ((app: string) => string)
type Words = Readonly<Record<keyof Language['other'], Message>>

/** The colours of the app that this page needs, as custom properties. */
function coloursOf(palette: Palette): string {
  return (['page', 'ink', 'muted', 'accent'] as const).map((role) => `--${role}:${palette[role]}`).join(';')
}

const STYLE = [
  `:root{color-scheme:light dark;${coloursOf(LIGHT)}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${coloursOf(DARK)}}}`,
  `:root[data-theme=dark]{color-scheme:dark;${coloursOf(DARK)}}:root[data-theme=light]{color-scheme:light}`,
  'body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}',
  'main{max-width:34rem;margin:0 auto;padding:3rem 1.5rem}',
  'h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem;text-wrap:balance}',
  'a{color:var(--accent);display:inline-block;padding:.75rem 0}',
  'small{color:var(--muted);font-size:.875rem}',
].join('')

/**
 * The page of a problem that happened on a navigation. It needs nothing but this process: no script, no file, no store,
 * and nothing of the request is in it.
 * @param options.reference Joins the page with the logs, for example `7F2K-91`.
 * @param options.nonce Of the page's policy, for its style sheet.
 */
export function renderProblemPage(options: {
  readonly code: ProblemCode
  readonly reference: string
  readonly nonce: string
  readonly appearance: Appearance
  /** The name of the app, or its host. */
  readonly app: string
  readonly supportUrl?: string | undefined
}): string {
  const { locale, theme } = options.appearance
  const language: Language = LANGUAGES[locale]
  const app = escapeHtml(options.app)
  const say = (message: Message) => (typeof message === 'string' ? message : message(app))
  const own: Readonly<Partial<Record<ProblemCode, Words>>> = language.words
  const words: Words = own[options.code] ?? language.other
  const title = say(words.title)
  const reference = `${language.reference} ${options.reference}`
  // Only where the advice is to tell us; the other problems pass, or are mended by the person.
  const contact =
    options.supportUrl === undefined || own[options.code] !== undefined
      ? ''
      : `\n<p><a href="${escapeHtml(contactAddress({ supportUrl: options.supportUrl, subject: reference }))}">${language.contact}</a></p>`
  return `<!doctype html>
<html lang="${locale}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – ${app}</title>
<style nonce="${options.nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${say(words.meaning)}</p>
<p>${say(words.advice)}</p>
<p><a href="/">${say(language.home)}</a></p>${contact}
<p><small>${reference}</small></p>
</main>
</body>
</html>
`
}
