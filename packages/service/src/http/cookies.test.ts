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

  it('finds nothing in an empty header', () => {
    for (const cookie of [undefined, '', 's', 'ss=1', '=1'])
      expect(readCookie({ cookie }, 's')).toBeUndefined()
  })

  it('reads the same value as a parse of all cookies, also quoted and escaped', () => {
    for (const cookie of ['a=1; s="q"', 's=%2F', 's=%', 's=1; s=2', 'x'])
      expect(readCookie({ cookie }, 's')).toBe(parseCookies(cookie).get('s'))
    expect(readCookie({ cookie: 's=%2F' }, 's')).toBe('/')
    expect(readCookie({ cookie: 's=%' }, 's')).toBe('%')
  })
})

describe(formatCookie, () => {
  it('removes a cookie with a lifetime of zero', () => {
    expect(formatCookie({ name: 's', value: '' }, { isSecure: false, maxAgeSeconds: 0 })).toBe(
      's=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
  })
})

describe(parseCookies, () => {
  const parse = (header: string | undefined) => Object.fromEntries(parseCookies(header))

  it('trims names and values, and returns the first of two equal names', () => {
    expect(parse(' a = 1 ;b=2;a=3; c = x=y ')).toEqual({ a: '1', b: '2', c: 'x=y' })
  })

  it('ignores a cookie without a name or value', () => {
    expect(parse(undefined)).toEqual({})
    expect(parse('; a; ab; =1;  =2; b=')).toEqual({ b: '' })
    expect(readCookie({ cookie: 'sx' }, 's')).toBeUndefined()
  })

  it('removes quotes that enclose the value, and no others', () => {
    expect(parse('a="q"; b="q; c=q"; d=x"y"z; e=""')).toEqual({
      ...{ a: 'q', b: '"q', c: 'q"', d: 'x"y"z', e: '' },
    })
  })

  it('reads at most 100 cookies', () => {
    const header = (count: number) => Array.from({ length: count }, (_, index) => `c${index}=1`).join(';')
    expect(parseCookies(header(101)).size).toBe(100)
    expect(readCookie({ cookie: header(101) }, 'c99')).toBe('1')
    expect(readCookie({ cookie: header(101) }, 'c100')).toBeUndefined()
  })

  it('finds a name with spaces around it', () => {
    expect(readCookie({ cookie: 'a=1;  s = 2 ' }, 's')).toBe('2')
    expect(readCookie({}, 's')).toBeUndefined()
  })
})
