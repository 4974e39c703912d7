import { LANGUAGES } from '@counterfoil/design/languages'
import { toEuropeanFrench } from '@counterfoil/design/european-french'
import type { Clock } from '@counterfoil/service/values/clock'
import { readCookie } from '@counterfoil/service/http/cookies'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { cookieName, LANGUAGE_COOKIE } from '#http/cookies.ts'
import { withoutPassingParameters } from '#http/local-path.ts'
import { choosePageLocale, choosePageRegion, type PageLocale } from '#words/locale.ts'
import { wordsFor } from '#words/words.ts'
import type { PageContext } from './page.ts'

export type PageContextConfig = {
  /** Undefined if the address of each request is used (tests and a first start on a free port). */
  readonly publicUrl: string | undefined
  readonly name: string
  readonly plansAreFree: boolean
  readonly mail: { readonly carrier: { readonly kind: 'smtp' | 'outbox' } }
}

/** Creates the context of each page: language, times, address, reference. */
export function createPageContexts(config: PageContextConfig, clock: Clock) {
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const catalogue = new Map(LANGUAGES.map((locale) => [locale, wordsFor(locale, config.name)]))
  const europeanFrench = toEuropeanFrench(wordsFor('fr', config.name))
  const wordsIn = (locale: PageLocale) => catalogue.get(locale) ?? wordsFor(locale, config.name)

  /** Returns the public origin. Without a public URL it is from the Host header; an invalid one affects only its sender. */
  const ownOrigin = (req: Request) => {
    const address = config.publicUrl ?? `http://${req.get('host') ?? ''}`
    return URL.canParse(address) ? new URL(address).origin : 'http://localhost'
  }

  function context(req: Request, res: Response): PageContext {
    const acceptLanguage = req.get('accept-language')
    const chosen = readCookie(req.headers, cookieName(LANGUAGE_COOKIE, isSecure))
    const locale = choosePageLocale({ chosen, acceptLanguage })
    const region = choosePageRegion(locale, acceptLanguage)
    return {
      harbour: config.name,
      ownHost: new URL(ownOrigin(req)).host,
      locale,
      words: region === 'FR' ? europeanFrench : wordsIn(locale),
      plansAreFree: config.plansAreFree,
      sendsMail: config.mail.carrier.kind === 'smtp',
      dates: { locale, region, timeZone: timeZoneOf(res), nowMs: clock() },
      path: withoutPassingParameters(req.method === 'GET' ? req.originalUrl : pathAfterPost(req)),
      reference: referenceOf(requestIdOf(res)),
    }
  }

  return { isSecure, ownOrigin, context, wordsIn }
}

/** Returns the path of the posting page (Referer): the language switch must not lead to an address that accepts only POST. */
function pathAfterPost(req: Request): string {
  const referer = req.get('referer')
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const url = new URL(referer)
  return url.host === req.get('host') ? url.pathname + url.search : '/'
}

const TIME_ZONE = 'timeZone'

/** Sets the time zone of this response's times. If undefined, times are in UTC and marked so. */
export function readTimesIn(res: Response, timeZone: string | undefined): void {
  res.locals[TIME_ZONE] = timeZone
}

function timeZoneOf(res: Response): string | undefined {
  const zone: unknown = res.locals[TIME_ZONE]
  return typeof zone === 'string' ? zone : undefined
}
