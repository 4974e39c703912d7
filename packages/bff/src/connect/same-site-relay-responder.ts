import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import { type Appearance, chooseAppearance } from '#browser/preferences.ts'
import { relayPageDe } from '#words/generated/relay-page.de.ts'
import { relayPageEn } from '#words/generated/relay-page.en.ts'
import { relayPageFr } from '#words/generated/relay-page.fr.ts'
import { openSealed } from '#crypto/sealed-box.ts'
import type { SealedStoreDeps } from '#redis/confirm.ts'

/**
 * Sends a page that repeats the callback from our own site: some browsers withhold the cookie on a redirect from another site.
 * @returns false if the query is too long to be stored; then nothing was sent
 */
export async function relayOnSameSite(
  { req, res, query }: { readonly req: Request; readonly res: Response; readonly query: URLSearchParams },
  {
    relays,
    cookies,
  }: { readonly relays: SameSiteRelayStore; readonly cookies: { readonly preferences: string } },
): Promise<boolean> {
  const id = randomId()
  if (!(await relays.save(id, query))) return false
  // The page loads and runs nothing: the default policy and caching headers fit it.
  res.vary('Accept-Language')
  const cookie = readCookie(req.headers, cookies.preferences)
  const { locale } = chooseAppearance({ cookie, acceptLanguage: req.get('accept-language') })
  res
    .type('html')
    .send(renderSameSiteRelayPage(`${req.baseUrl}${BFF_PATHS.connectCallback}?relay=${id}`, locale))
  return true
}

const WORDS = { en: relayPageEn, fr: relayPageFr, de: relayPageDe }

/**
 * Renders a page that redirects to `address` by itself. That navigation begins on our own site, so the cookies are sent.
 * @param address A path of ours without anything of the provider's answer in it.
 */
function renderSameSiteRelayPage(address: string, locale: Appearance['locale']): string {
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

const RELAY_LIFE_MS = 60_000
/** The maximum length of a query in characters: several times that of a real answer. */
const MAX_QUERY_CHARACTERS = 2000

export type SameSiteRelayStore = ReturnType<typeof createSameSiteRelayStore>

/** Creates the store of sealed answers of the provider until the browser comes again; each is read once. */
export function createSameSiteRelayStore({ redis, box }: SealedStoreDeps) {
  const keyOf = (id: string) => `relay:${id}`
  return {
    /** Resolves to false if the query is too long to be stored: anybody may call that address. */
    async save(id: string, query: URLSearchParams): Promise<boolean> {
      const text = query.toString()
      if (text.length > MAX_QUERY_CHARACTERS) return false
      await redis.set(keyOf(id), box.seal({ text, context: keyOf(id) }), 'PX', RELAY_LIFE_MS)
      return true
    },
    /** Returns and removes an answer. Throws `UnknownKeyError` and removes nothing if this process does not have its key. */
    async take(id: string): Promise<URLSearchParams | undefined> {
      if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined
      const found = await redis.get(keyOf(id))
      const text = found === null ? undefined : openSealed(box, { sealed: found, context: keyOf(id) })
      const isTaken = (await redis.del(keyOf(id))) === 1
      return text === undefined || !isTaken ? undefined : new URLSearchParams(text)
    },
  }
}
