import { DARK, LIGHT, type Palette } from '@counterfoil/design/palette'
import type { Appearance } from '#browser/preferences.ts'

/** Returns the colours of the app that this page needs, as custom properties. */
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
  'button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border:0;border-radius:.375rem;background:var(--accent);color:var(--page)}',
  'small{color:var(--muted);font-size:.875rem}',
].join('')

/**
 * Renders a page of a few sentences. It needs no script, file or store.
 * @param page.app The name of the app. `app`, `title` and `body` are HTML.
 * @param page.nonce The nonce of the style sheet in the page's content security policy.
 */
export function renderSmallPage(page: {
  readonly title: string
  readonly app: string
  readonly body: string
  readonly nonce: string
  readonly appearance: Appearance
}): string {
  const { title, app, appearance } = page
  return `<!doctype html>
<html lang="${appearance.locale}" data-theme="${appearance.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – ${app}</title>
<style nonce="${page.nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${page.body}
</main>
</body>
</html>
`
}
