import { asBrowserId } from '@counterfoil/oauth/testing/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { describe, expect, it } from 'vitest'
import { chooseCookieNames } from '#session/cookie-names.ts'
import { keptCookies } from './leave-routes.ts'

describe(keptCookies, () => {
  const cookies = chooseCookieNames('http://localhost:3000')
  const browserId = asBrowserId('new')
  const jar = new Map([
    [cookies.browser, 'old'],
    [cookies.session, 'of-who-left'],
    [cookies.preferences, 'fr.dark'],
    [cookies.timeZone, 'Europe/Paris'],
    [cookies.device, 'sealed'],
    [`${cookies.attemptPrefix}0aaaaaaaaaaaaaaaa`, 'begun'],
  ])

  it('keeps language, theme and time zone with a new browser id, without session and attempts', () => {
    const kept = parseCookies(keptCookies(jar, cookies, { browserId, forgetsDevice: true }))
    expect(Object.fromEntries(kept)).toEqual({
      [cookies.browser]: 'new',
      [cookies.left]: '1',
      [cookies.preferences]: 'fr.dark',
      [cookies.timeZone]: 'Europe/Paris',
    })
  })

  it('keeps the cookie of the remembered device if only the session ends', () => {
    const kept = parseCookies(keptCookies(jar, cookies, { browserId, forgetsDevice: false }))
    expect(kept.get(cookies.device)).toBe('sealed')
  })
})
