import { describe, expect, it } from 'vitest'
import { isInAppBrowser, ownBrowserLink } from './start-screen.tsx'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'

describe(isInAppBrowser, () => {
  it.each([
    `${IPHONE} Mobile/22B83 Instagram 350.0.0.1`,
    `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/480.0]`,
    `${IPHONE} Mobile/22B83`,
    `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36`,
    `${ANDROID}) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 Line/14.1.0`,
  ])('recognises an in-app browser: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true)
  })
  it.each([
    `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
    `${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`,
    `${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`,
    `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    '',
  ])('does not match a standalone browser: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false)
  })
})

describe(ownBrowserLink, () => {
  it('returns a link that opens the browser of the device, if the system has one', () => {
    expect(ownBrowserLink({ userAgent: IPHONE, url: 'https://app.example/x' })).toEqual({
      name: 'Safari',
      href: 'x-safari-https://app.example/x',
    })
    expect(ownBrowserLink({ userAgent: ANDROID, url: 'https://app.example/x' })?.href).toBe(
      'intent://app.example/x#Intent;scheme=https;package=com.android.chrome;end',
    )
  })
  it('returns undefined otherwise', () => {
    expect(
      ownBrowserLink({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', url: 'https://app.example/' }),
    ).toBeUndefined()
    expect(ownBrowserLink({ userAgent: IPHONE, url: 'http://localhost:3000/' })).toBeUndefined()
  })
})
