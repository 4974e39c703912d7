import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatCookie, parseCookies, readCookie } from '@counterfoil/service/cookies'
import { chooseCookieNames } from './cookie-names.ts'
import { attemptIdsOf } from '#connect/attempt-cookies.ts'
import { parseSessionPointer, remainingMs } from './session.ts'
import { isSameText, isSignedBy, readSignedCookie, sign } from '#crypto/signature.ts'

const lives = { idleMs: 100, absoluteMs: 1000 }

describe('the lives of a session', () => {
  it('ends idle, or at the absolute end, whichever comes first', () => {
    expect(remainingMs({ startedAtMs: 0 }, 0, lives)).toBe(100)
    expect(remainingMs({ startedAtMs: 0 }, 950, lives)).toBe(50)
    expect(remainingMs({ startedAtMs: 0 }, 1000, lives)).toBe(0)
  })

  it('is over at its absolute end to the millisecond, whatever is stored', () => {
    const text = JSON.stringify({ principalId: 'p', startedAtMs: 0 })
    expect(parseSessionPointer(text, 999, lives)).toMatchObject({ principalId: 'p' })
    expect(parseSessionPointer(text, 1000, lives)).toBeUndefined()
  })

  it.each(['', 'null', '[]', '{}', '{"principalId":1,"startedAtMs":0}', 'not json'])(
    'reads nothing from %s',
    (text) => {
      expect(parseSessionPointer(text, 0, lives)).toBeUndefined()
    },
  )
})

describe(chooseCookieNames, () => {
  it('takes __Host- and Secure on https, plain names on localhost', () => {
    expect(chooseCookieNames('https://app.example')).toMatchObject({
      session: '__Host-counterfoil-session',
      isSecure: true,
    })
    expect(chooseCookieNames('http://localhost:3000')).toMatchObject({
      session: 'counterfoil-session',
      isSecure: false,
    })
  })

  it('writes cookies no script reads and no other site posts with', () => {
    expect(formatCookie('a', 'b', { isSecure: true, maxAgeSeconds: 60 })).toBe(
      'a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect(formatCookie('a', '', { isSecure: false, maxAgeSeconds: 0 })).toBe(
      'a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
  })
})

describe(readCookie, () => {
  it('reads each cookie as the whole list would', () => {
    const header = 'a=1; b=x=y; a=2; c="q"; d=%20; e=%; =f; g; h='
    const all = parseCookies(header)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'toString'])
      expect(readCookie(header, name)).toBe(all.get(name))
  })

  it('does not look past the hundredth cookie', () => {
    const header = Array.from({ length: 101 }, (_, index) => `c${index}=x`).join('; ')
    expect([readCookie(header, 'c99'), readCookie(header, 'c100')]).toEqual(['x', undefined])
  })

  it('knows none without a header', () => {
    expect(readCookie(undefined, 'a')).toBeUndefined()
  })
})

describe(parseCookies, () => {
  it('reads names and values, the first of two', () => {
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

  it('takes what any of the secrets signed, and nothing else', () => {
    expect(readSignedCookie(signed('id', 'new'), ['new', 'old'])).toBe('id')
    expect(readSignedCookie(signed('id', 'old'), ['new', 'old'])).toBe('id')
    expect(readSignedCookie(signed('id', 'lost'), ['new', 'old'])).toBeUndefined()
    for (const value of ['', 'id', 's:', 's:id', 's:id.', 's:.x', `${signed('id', 'new')}x`]) {
      expect(readSignedCookie(value, ['new'])).toBeUndefined()
    }
  })
})

describe(sign, () => {
  it('is for one purpose, one text and one secret', () => {
    const signature = sign('secret', 'csrf', 'browser')
    expect(isSignedBy(['other', 'secret'], 'csrf', 'browser', signature)).toBe(true)
    expect(isSignedBy(['secret'], 'flow', 'browser', signature)).toBe(false)
    expect(isSignedBy(['secret'], 'csrf', 'another', signature)).toBe(false)
    expect(isSignedBy(['secret'], 'csrf', 'browser', '')).toBe(false)
    expect(isSameText('', '')).toBe(true)
  })
})
