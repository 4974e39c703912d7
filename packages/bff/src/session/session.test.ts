import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatCookie, parseCookies, readCookie } from '@counterfoil/service/http/cookies'
import { BROWSER_COOKIE_SECONDS, chooseCookieNames } from './cookie-names.ts'
import { attemptIdsOf } from '#connect/attempt.ts'
import { asAttemptId, asSessionId } from '@counterfoil/oauth/testing/ids'
import {
  FIRST_LIFE_MS,
  formatSessionPointer,
  isReservation,
  isTouchDue,
  parseSessionPointer,
  remainingMs,
  reservationIdOf,
} from './session.ts'
import { isSameText, isSignedBy, readSignedCookie, sign } from '#crypto/signature.ts'

const lifetimes = { idleMs: 100, absoluteMs: 1000 }

describe('the lifetime of a session', () => {
  it('ends after the idle timeout or at the absolute end, whichever is first', () => {
    expect(remainingMs({ startedAtMs: 0 }, 0, lifetimes)).toBe(100)
    expect(remainingMs({ startedAtMs: 0 }, 950, lifetimes)).toBe(50)
    expect(remainingMs({ startedAtMs: 0 }, 1000, lifetimes)).toBe(0)
  })

  it('ends exactly at the absolute end, whatever is stored', () => {
    const text = JSON.stringify({ principalId: 'p', startedAtMs: 0 })
    expect(parseSessionPointer(text, 999, lifetimes)).toMatchObject({ principalId: 'p' })
    expect(parseSessionPointer(text, 1000, lifetimes)).toBeUndefined()
  })

  it('is short until the browser has sent the cookie back, and never longer than the idle timeout', () => {
    const long = { idleMs: 86_400_000, absoluteMs: 864_000_000 }
    expect(remainingMs({ startedAtMs: 0 }, 0, long)).toBe(86_400_000)
    expect(remainingMs({ startedAtMs: 0, unconfirmed: { replaces: null } }, 0, long)).toBe(600_000)
    expect(FIRST_LIFE_MS).toBe(600_000)
    expect(remainingMs({ startedAtMs: 0, unconfirmed: { replaces: null } }, 0, lifetimes)).toBe(100)
  })

  it('is stored with the session, which parses to the same value without further fields', () => {
    const session = {
      principalId: 'p',
      startedAtMs: 5,
      seenAtMs: 6,
      selectedConnectionId: 'c',
      unconfirmed: { replaces: { principalId: 'q', sessionId: 's' } },
    }
    const text = formatSessionPointer({ ...session, cookie: {} } as never)
    expect(parseSessionPointer(text, 5, lifetimes)).toStrictEqual(session)
    expect(text).not.toContain('cookie')
    const plain = parseSessionPointer(
      formatSessionPointer({ principalId: 'p', startedAtMs: 5 } as never),
      5,
      lifetimes,
    )
    expect(plain).toEqual({
      principalId: 'p',
      startedAtMs: 5,
      selectedConnectionId: undefined,
      unconfirmed: undefined,
    })
  })

  it.each([
    ['five minutes after it began', { startedAtMs: 1000 }, 8 * 3_600_000, 300_000],
    ['five minutes after it was last noted', { startedAtMs: 0, seenAtMs: 1000 }, 8 * 3_600_000, 300_000],
    ['after a twelfth of a short idle life', { startedAtMs: 1000 }, 120_000, 10_000],
  ])('is noted as used %s, to the millisecond', (_when, session, idleMs, stepMs) => {
    const isDue = (afterMs: number) =>
      isTouchDue(session, 1000 + afterMs, { idleMs, absoluteMs: 30 * 86_400_000 })
    expect([isDue(stepMs - 1), isDue(stepMs)]).toEqual([false, true])
    // Noted by a process whose clock is ahead.
    expect([isDue(-stepMs + 1), isDue(-stepMs)]).toEqual([false, true])
  })

  it.each([
    [{ replaces: null }, { replaces: null }],
    [{ replaces: 'x' }, { replaces: null }],
    [{ replaces: {} }, { replaces: null }],
    [{ replaces: { principalId: 'q' } }, { replaces: null }],
    [{ replaces: { sessionId: 's' } }, { replaces: null }],
    [{ replaces: { principalId: 1, sessionId: 's' } }, { replaces: null }],
    [{}, undefined],
    [null, undefined],
    ['x', undefined],
  ])('does not depend on an incomplete reference to the replaced session: %j', (unconfirmed, read) => {
    const text = JSON.stringify({
      principalId: 'p',
      startedAtMs: 0,
      selectedConnectionId: 7,
      unconfirmed,
    })
    const session = parseSessionPointer(text, 0, lifetimes)
    expect(session?.unconfirmed).toEqual(read)
    expect(session?.selectedConnectionId).toBeUndefined()
  })

  it.each(['{"principalId":"p"}', '{"startedAtMs":0}', '{"principalId":"p","startedAtMs":"0"}', '"p"', '7'])(
    'is undefined for an incomplete record: %s',
    (text) => {
      expect(parseSessionPointer(text, 0, lifetimes)).toBeUndefined()
    },
  )

  it.each(['', 'null', '[]', '{}', '{"principalId":1,"startedAtMs":0}', 'not json'])(
    'is undefined for %s',
    (text) => {
      expect(parseSessionPointer(text, 0, lifetimes)).toBeUndefined()
    },
  )
})

describe(chooseCookieNames, () => {
  it('has __Host- and Secure on https, plain names on localhost', () => {
    expect(chooseCookieNames('https://app.example')).toMatchObject({
      session: '__Host-Http-counterfoil-session',
      isSecure: true,
    })
    expect(chooseCookieNames('http://localhost:3000')).toMatchObject({
      session: 'counterfoil-session',
      isSecure: false,
    })
  })

  it('gives every cookie a different name with the same prefix', () => {
    const { isSecure, ...names } = chooseCookieNames('https://app.example')
    expect(isSecure).toBe(true)
    expect(names).toEqual({
      session: '__Host-Http-counterfoil-session',
      browser: '__Host-Http-counterfoil-browser',
      preferences: '__Host-Http-counterfoil-preferences',
      timeZone: '__Host-Http-counterfoil-zone',
      device: '__Host-Http-counterfoil-device',
      left: '__Host-Http-counterfoil-left',
      person: '__Host-Http-counterfoil-person',
      attemptPrefix: '__Host-Http-counterfoil-attempt-',
    })
    expect(chooseCookieNames('http://localhost:3000').attemptPrefix).toBe('counterfoil-attempt-')
    expect(BROWSER_COOKIE_SECONDS).toBe(31_536_000)
  })

  it('makes cookies HttpOnly and SameSite=Lax', () => {
    expect(formatCookie({ name: 'a', value: 'b' }, { isSecure: true, maxAgeSeconds: 60 })).toBe(
      'a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(formatCookie({ name: 'a', value: '' }, { isSecure: false, maxAgeSeconds: 0 })).toBe(
      'a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
  })
})

describe(readCookie, () => {
  it('returns the same value as parsing the whole header', () => {
    const cookie = 'a=1; b=x=y; a=2; c="q"; d=%20; e=%; =f; g; h='
    const all = parseCookies(cookie)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'toString'])
      expect(readCookie({ cookie }, name)).toBe(all.get(name))
  })

  it('reads at most 100 cookies', () => {
    const cookie = Array.from({ length: 101 }, (_, index) => `c${index}=x`).join('; ')
    expect([readCookie({ cookie }, 'c99'), readCookie({ cookie }, 'c100')]).toEqual(['x', undefined])
  })

  it('returns undefined without a Cookie header', () => {
    expect(readCookie({}, 'a')).toBeUndefined()
  })
})

describe(parseCookies, () => {
  it('returns names and values, the first of two with the same name', () => {
    expect([...parseCookies('a=1; b=x=y; a=2; c="q"; d=%20; e=%; =f; g')]).toEqual([
      ['a', '1'],
      ['b', 'x=y'],
      ['c', 'q'],
      ['d', ' '],
      ['e', '%'],
    ])
    expect(parseCookies(undefined).size).toBe(0)
  })

  it('lists attempts, the newest first', () => {
    const jar = parseCookies('at-0aaaaaaaaaaaaaaaa=1; at-0bbbbbbbbbbbbbbbb=2; at-short=3; other=4')
    expect(attemptIdsOf(jar, 'at-')).toEqual(['0bbbbbbbbbbbbbbbb', '0aaaaaaaaaaaaaaaa'])
  })
})

describe(readSignedCookie, () => {
  const signed = (id: string, secret: string) =>
    `s:${id}.${createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '')}`

  it('accepts a signature of any configured secret, and no other', () => {
    expect(readSignedCookie(signed('id', 'new'), ['new', 'old'])).toBe('id')
    expect(readSignedCookie(signed('id', 'old'), ['new', 'old'])).toBe('id')
    expect(readSignedCookie(signed('id', 'lost'), ['new', 'old'])).toBeUndefined()
    for (const value of [
      '',
      'id',
      's:',
      's:id',
      's:id.',
      's:.x',
      signed('', 'new'),
      `${signed('id', 'new')}x`,
    ]) {
      expect(readSignedCookie(value, ['new'])).toBeUndefined()
    }
  })
})

describe(sign, () => {
  it('returns a signature for one purpose, one text and one secret', () => {
    const signature = sign({ secret: 'secret', purpose: 'csrf', text: 'browser' })
    expect(isSignedBy(['other', 'secret'], { purpose: 'csrf', text: 'browser', signature })).toBe(true)
    expect(isSignedBy(['secret'], { purpose: 'flow', text: 'browser', signature })).toBe(false)
    expect(isSignedBy(['secret'], { purpose: 'csrf', text: 'another', signature })).toBe(false)
    expect(isSignedBy(['secret'], { purpose: 'csrf', text: 'browser', signature: '' })).toBe(false)
    expect(isSameText('', '')).toBe(true)
  })
})

describe(reservationIdOf, () => {
  it('has a prefix that marks it as no session, also for other versions of this program', () => {
    expect(reservationIdOf(asAttemptId('a1'))).toBe('claim-a1')
    expect(isReservation(reservationIdOf(asAttemptId('a1')))).toBe(true)
    expect(isReservation(asSessionId('a1-claim-'))).toBe(false)
  })
})
