import { describe, expect, it } from 'vitest'
import type { UserId } from '@counterfoil/oauth/ids'
import { asBrowserSessionId, asBusinessId, asGrantId, asUserId } from '@counterfoil/oauth/testing/ids'
import { accountFor } from '#users/browser-session.ts'
import { nameBrowser } from '#users/browser-name.ts'
import { comparedBusiness, compareWithEarlier } from './earlier-consent.ts'
import { extendedUntil, heldUntil, MAX_EXTENSIONS } from '#prompts/request-view.ts'

const grant = {
  id: asGrantId('g'),
  businessId: asBusinessId('b1'),
  scopes: ['user:read', 'invoice:read'],
  grantedAtMs: 5,
  confirmedAtMs: 9,
}

describe(compareWithEarlier, () => {
  it('returns "first" without a chosen business, and for a business that was never allowed', () => {
    expect(compareWithEarlier(['user:read'], [grant], undefined)).toEqual({ kind: 'first' })
    expect(compareWithEarlier(['user:read'], [grant], asBusinessId('b2'))).toEqual({
      kind: 'first',
    })
    expect(compareWithEarlier(['user:read'], [grant], null)).toEqual({ kind: 'first' })
  })

  it('returns the last time that all requested scopes were allowed, not the first grant', () => {
    expect(compareWithEarlier(['invoice:read', 'offline_access'], [grant], asBusinessId('b1'))).toEqual({
      kind: 'again',
      allowedAtMs: 9,
    })
  })

  it('separates new scopes from those already allowed', () => {
    expect(compareWithEarlier(['user:read', 'vendor:read'], [grant], asBusinessId('b1'))).toEqual({
      kind: 'more',
      fresh: ['vendor:read'],
      already: ['user:read'],
    })
  })

  it('returns "first" if all scopes are new', () => {
    expect(compareWithEarlier(['vendor:read'], [grant], asBusinessId('b1'))).toEqual({
      kind: 'first',
    })
  })
})

describe(comparedBusiness, () => {
  it('returns null, which means the grant for all businesses, for an application that gets all of them', () => {
    expect(comparedBusiness('all_businesses', { kind: 'no_businesses' })).toBeNull()
    expect(comparedBusiness('single_business', { kind: 'no_businesses' })).toBeUndefined()
  })

  it('returns the selected business for an application that gets one, and undefined while none is selected', () => {
    const choice = {
      kind: 'choose',
      choosable: [],
      shown: [],
      blocked: [],
      asked: { kind: 'none' },
      hasSearch: false,
    } as const
    const chosenId = asBusinessId('b1')
    expect(comparedBusiness('single_business', { ...choice, chosenId })).toBe('b1')
    expect(comparedBusiness('single_business', { ...choice, chosenId: undefined })).toBeUndefined()
    expect(comparedBusiness('all_businesses', { ...choice, chosenId })).toBeNull()
  })
})

describe(accountFor, () => {
  const person = (userId: UserId, isSignedIn = true) => ({
    userId,
    email: userId,
    name: userId,
    isSignedIn,
    passwordCheckedAtMs: 0,
  })
  const session = (...accounts: ReturnType<typeof person>[]) => ({
    id: asBrowserSessionId('s'),
    currentUserId: asUserId('b'),
    accounts,
  })

  it('asks to sign in if nobody is signed in, returns the only account, and asks to choose one of several', () => {
    expect(
      accountFor({ asksPassword: false, accountUserId: null }, session(person(asUserId('a'), false))),
    ).toEqual({
      kind: 'sign_in',
    })
    expect(
      accountFor(
        { asksPassword: false, accountUserId: null },
        session(person(asUserId('a')), person(asUserId('b'), false)),
      ),
    ).toMatchObject({
      kind: 'known',
      account: { userId: 'a' },
    })
    expect(
      accountFor(
        { asksPassword: false, accountUserId: null },
        session(person(asUserId('a')), person(asUserId('b'))),
      ),
    ).toEqual({ kind: 'choose' })
  })

  it('keeps the account chosen for the request while it is signed in', () => {
    expect(
      accountFor(
        { asksPassword: false, accountUserId: asUserId('b') },
        session(person(asUserId('a')), person(asUserId('b'))),
      ),
    ).toMatchObject({
      kind: 'known',
      account: { userId: 'b' },
    })
    expect(
      accountFor(
        { asksPassword: false, accountUserId: asUserId('c') },
        session(person(asUserId('a')), person(asUserId('b'))),
      ),
    ).toEqual({ kind: 'choose' })
  })
})

describe('the expiry of an authorization request', () => {
  const MINUTE_MS = 60_000

  it('is an hour after the page was first shown, and is not extended by reloads', () => {
    const first = heldUntil({ createdAtMs: 0, expiresAtMs: 15 * MINUTE_MS }, 10 * MINUTE_MS)
    expect(first).toBe(70 * MINUTE_MS)
    expect(heldUntil({ createdAtMs: 0, expiresAtMs: first }, 69 * MINUTE_MS)).toBe(first)
    // If the page is shown at once, the expiry is exactly an hour later, and is not extended either.
    const atOnce = { createdAtMs: 5, expiresAtMs: 5 + 60 * MINUTE_MS }
    expect(heldUntil(atOnce, 30 * MINUTE_MS)).toBe(atOnce.expiresAtMs)
    // The age of the request counts, not the time of day.
    const late = { createdAtMs: 50 * MINUTE_MS, expiresAtMs: 65 * MINUTE_MS }
    expect(heldUntil(late, 51 * MINUTE_MS)).toBe(111 * MINUTE_MS)
  })

  it('is extended by fifteen minutes on request, at most ten times', () => {
    expect(extendedUntil({ expiresAtMs: 100, extensions: MAX_EXTENSIONS - 1 }, 50)).toBe(100 + 15 * MINUTE_MS)
    expect(extendedUntil({ expiresAtMs: 100, extensions: MAX_EXTENSIONS }, 50)).toBeUndefined()
  })
})

describe(nameBrowser, () => {
  it.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Mac',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8', undefined],
    [undefined, undefined],
  ])('returns the browser of the User-Agent: %s', (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name)
  })
})
