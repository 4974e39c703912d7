import { describe, expect, it } from 'vitest'
import { cookieName, formatCookie, readCookie } from './cookies.ts'

describe(formatCookie, () => {
  it('is HttpOnly and Lax, and on https also Secure under the __Host- name', () => {
    expect(formatCookie('s', 'v', { secure: false })).toBe('s=v; Path=/; HttpOnly; SameSite=Lax')
    expect(formatCookie('s', 'v', { secure: true, maxAgeSeconds: 60 })).toBe(
      '__Host-s=v; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
    )
    expect(cookieName('s', true)).toBe('__Host-s')
  })
})

describe(readCookie, () => {
  it('finds a value among others, and the first of two', () => {
    expect(readCookie('a=1; s=2; s=3', 's')).toBe('2')
    expect(readCookie('as=1;s=x=y', 's')).toBe('x=y')
  })

  it('finds nothing where nothing is', () => {
    for (const header of [undefined, '', 's', 'ss=1', '=1']) expect(readCookie(header, 's')).toBeUndefined()
  })
})
