import type { Appearance } from '#browser/preferences.ts'
import { relayPageDe } from '#words/generated/relay-page.de.ts'
import { relayPageEn } from '#words/generated/relay-page.en.ts'
import { relayPageFr } from '#words/generated/relay-page.fr.ts'

const WORDS = { en: relayPageEn, fr: relayPageFr, de: relayPageDe }

/**
 * A page that goes on by itself. The step to `address` begins on our own site, so cookies come along.
 * @param address A path of ours without anything of the provider's answer in it.
 */
export function renderSameSiteRelayPage(address: string, locale: Appearance['locale']): string {
  const { title, goOn } = WORDS[locale]
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${address}"><title>${title}</title></head>
<body><p><a href="${address}">${goOn}</a></p></body>
</html>
`
}
