import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, RequestHandler } from 'express'
import { parseBrowserId } from '#browser/browser-id.ts'
import { digestOf } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { readQuery } from '#http/request-parts.ts'
import type { OwnPeople } from '#principals/own-people.ts'
import type { CookieNames } from './cookie-names.ts'
import { setBrowserCookie } from './cookies-responder.ts'

/**
 * Refuses a request without a person, and binds the browser to its person: routes see another browser id for each person, so the
 * forms, results and attempts of one person are useless to the next one in the same browser.
 */
export function ownPeopleMiddleware(people: Pick<OwnPeople, 'find'>, cookies: CookieNames): RequestHandler {
  return (req, res, next) => {
    const owner = people.find(req)
    if (owner === undefined) {
      if (mayBeWithheld(req)) return next()
      throw new BffError('session-ended')
    }
    let browserId = parseBrowserId(readCookie(req.headers, cookies.browser))
    if (browserId === undefined && req.method === 'GET') {
      browserId = randomId<BrowserId>()
      setBrowserCookie(res, cookies, browserId)
    }
    if (browserId !== undefined) {
      const bound = digestOf(`browser of a person\n${browserId}\n${owner.principalId}`)
      req.headers.cookie = `${cookies.browser}=${bound}; ${req.headers.cookie ?? ''}`
    }
    return next()
  }
}

/** Returns true for the redirect from the provider, with which a browser sends no `SameSite=Strict` cookie of the app. */
function mayBeWithheld(req: Request): boolean {
  return req.path === BFF_PATHS.connectCallback && readQuery(req).get('relay') === null
}
