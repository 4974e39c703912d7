import { asBrowserId } from '@counterfoil/oauth/testing/ids'
import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { chooseCookieNames } from './cookie-names.ts'
import { checkFormToken, readField } from './form-guard.ts'

const FORM = 'application/x-www-form-urlencoded'

/** @param is The result of Express's check of the content type; null: the request has no body. */
const formOf = (body: unknown, is: string | false | null = FORM) =>
  ({ body, is: (type: string) => (type === FORM ? is : false) }) as unknown as Request

describe(readField, () => {
  it('reads a field of a form', () => {
    expect(readField(formOf({ intent: 'connect', other: 'x' }), 'intent')).toBe('connect')
  })

  it.each([undefined, null, 'intent', {}, { intent: ['connect'] }, { intent: 7 }])(
    'returns undefined if the body is %j',
    (body) => {
      expect(readField(formOf(body), 'intent')).toBe('')
    },
  )

  it('returns a value of up to 1,024 characters', () => {
    expect(readField(formOf({ intent: `${'x'.repeat(1023)}yz` }), 'intent')).toBe(`${'x'.repeat(1023)}y`)
  })

  it('accepts only a form or an empty body', () => {
    expect(() => readField(formOf({ intent: 'connect' }, false), 'intent')).toThrow(
      expect.objectContaining({ code: 'unsupported-media-type' }),
    )
    expect(readField(formOf(undefined, null), 'intent')).toBe('')
  })
})

describe(checkFormToken, () => {
  const cookies = chooseCookieNames('https://app.example')
  const OURS = asBrowserId('a'.repeat(22))
  const isCsrfToken = (browserId: string, token: string) =>
    token === 'made for anybody' || (browserId === OURS && token === 'made for it')
  const check = (cookie: string | undefined, token: string) =>
    checkFormToken({ headers: { cookie } } as Request, token, { cookies, signing: { isCsrfToken } })

  it('accepts a token of the same browser', () => {
    expect(check(`${cookies.browser}=${OURS}`, 'made for it')).toBe(OURS)
  })

  it.each([
    ['a token of nobody', `${cookies.browser}=${OURS}`, 'made up', true],
    ['a token of another browser', `${cookies.browser}=${'b'.repeat(22)}`, 'made for it', true],
    ['no cookie', undefined, 'made for it', false],
    ['no cookie, whatever its token says', undefined, 'made for anybody', false],
    ['a cookie that is none of ours', `${cookies.browser}=short`, 'made for it', false],
  ])('refuses a form with %s, and reports whether there was a cookie', (_, cookie, token, hasCookie) => {
    expect(() => check(cookie, token)).toThrow(
      expect.objectContaining({ code: 'csrf-token-mismatch', log: { layer: 'csrf', hasCookie } }),
    )
  })
})
