import { escapeHtml } from '@counterfoil/service/http/html-escape'
import type { Appearance } from '#browser/preferences.ts'
import { renderSmallPage } from '#problems/small-page.ts'
import { letterPageDe } from '#words/generated/letter-page.de.ts'
import { letterPageEn } from '#words/generated/letter-page.en.ts'
import { letterPageFr } from '#words/generated/letter-page.fr.ts'

const WORDS = { en: letterPageEn, fr: letterPageFr, de: letterPageDe }

/** Renders the page at the link that stops a Monday letter. Its button posts to its own address. */
export function renderStopPage(page: {
  readonly kind: 'asks' | 'stopped' | 'unknown'
  readonly nonce: string
  readonly appearance: Appearance
  readonly app: string
}): string {
  const { kind, nonce, appearance } = page
  const words = WORDS[appearance.locale]
  const meanings = { asks: words.asksBody, stopped: words.stoppedBody, unknown: words.unknownBody }
  const form = `\n<form method="post"><button>${words.stop}</button></form>`
  return renderSmallPage({
    title: words[kind],
    nonce,
    appearance,
    app: escapeHtml(page.app),
    body: `<p>${meanings[kind]}</p>${kind === 'asks' ? form : ''}
<p><a href="/">${words.home}</a></p>`,
  })
}
