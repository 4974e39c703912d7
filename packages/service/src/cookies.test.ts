import { describe, expect, it } from 'vitest'
import { formatCookie, parseCookies, readCookie } from './cookies.ts'

describe(formatCookie, () => {
  it('is HttpOnly and Lax, and on https also Secure', () => {
    expect(formatCookie({ name: 's', value: 'v' }, { isSecure: false })).toBe(
      's=v; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(formatCookie({ name: 's', value: 'v' }, { isSecure: true, maxAgeSeconds: 60 })).toBe(
      's=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
  })
})

describe(readCookie, () => {
  it('finds a value among others, and the first of two', () => {
    expect(readCookie({ cookie: 'a=1; s=2; s=3' }, 's')).toBe('2')
    expect(readCookie({ cookie: 'as=1;s=x=y' }, 's')).toBe('x=y')
  })

  it('finds nothing where nothing is', () => {
    for (const cookie of [undefined, '', 's', 'ss=1', '=1'])
      expect(readCookie({ cookie }, 's')).toBeUndefined()
  })

  it('reads the same as from all of them, quoted and escaped values too', () => {
    for (const cookie of ['a=1; s="q"', 's=%2F', 's=%', 's=1; s=2', 'x'])
      expect(readCookie({ cookie }, 's')).toBe(parseCookies(cookie).get('s'))
    expect(readCookie({ cookie: 's=%2F' }, 's')).toBe('/')
    expect(readCookie({ cookie: 's=%' }, 's')).toBe('%')
  })
})
