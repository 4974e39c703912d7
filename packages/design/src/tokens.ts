import { DARK, FORCED, LIGHT, PRINT } from './palette.ts'

/**
 * All tokens that do not change with the theme. Type sizes are in rem, spacing in px.
 * The provider's pages keep `--font-text`; the app puts its own typeface before it.
 */
export const CONSTANTS = {
  'font-heading': "ui-serif,'Iowan Old Style','Palatino Linotype',Georgia,serif",
  'font-text': "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  'size-note': '0.875rem',
  'size-hint': '0.9375rem',
  'size-body': '1.0625rem',
  'size-h2': '1.25rem',
  'size-lede': '1.3125rem',
  'size-h1': '2rem',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '32px',
  'space-7': '48px',
  'space-8': '64px',
  'radius-card': '12px',
  'radius-control': '8px',
  'height-control': '44px',
  measure: '66ch',
  /** The double line under final totals; used nowhere else but in print. */
  'double-rule': '3px double var(--ink)',
  quick: '140ms',
} as const

/** Additional tokens of the provider's pages. */
const PROVIDER_CONSTANTS = {
  'font-mono': "ui-monospace,'SF Mono',Menlo,Consolas,monospace",
  'size-h1-auth': '1.75rem',
  'size-h2-auth': '1.1875rem',
  'height-control-auth': '48px',
  'width-auth': '34rem',
} as const

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

/**
 * The custom properties as CSS text, for a stylesheet or an inline `<style>`.
 *
 * Without `data-theme` on the root the system decides; `data-theme="light"` or `"dark"` overrides it.
 * The file `tokens.css` holds the same text; a test compares them.
 */
export const tokensCss: string = [
  `:root{color-scheme:light dark;${declarations(CONSTANTS)};${declarations({ ...LIGHT })}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${declarations({ ...DARK })}}}`,
  `:root[data-theme=light]{color-scheme:light}`,
  `:root[data-theme=dark]{color-scheme:dark;${declarations({ ...DARK })}}`,
  `@media (prefers-reduced-motion:reduce){:root{--quick:0s}}`,
  `@media (forced-colors:active){:root,:root[data-theme]{${declarations({ ...FORCED })}}}`,
  `@media print{:root,:root[data-theme],:root:not([data-theme=light]){color-scheme:light;${declarations({ ...LIGHT, ...PRINT })}}}`,
  '',
].join('\n')

/** The custom properties of the provider's pages as CSS text. */
export const providerTokensCss = `:root{${declarations(PROVIDER_CONSTANTS)}}\n${tokensCss}`

/** The colours for `<meta name="theme-color">`, one per scheme. */
export const THEME_COLOURS = { light: LIGHT.page, dark: DARK.page } as const
