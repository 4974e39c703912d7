import { describe, expect, it } from 'vitest'
import { findPostOriginFault } from './request-origin.ts'

const OWN = 'https://harbour.example'
const none = { secFetchSite: undefined, origin: undefined, referer: undefined }

describe(findPostOriginFault, () => {
  it('accepts a post from our own page', () => {
    expect(findPostOriginFault({ ...none, secFetchSite: 'same-origin', origin: OWN }, OWN)).toBeUndefined()
    expect(findPostOriginFault({ ...none, origin: OWN }, OWN)).toBeUndefined()
    expect(findPostOriginFault({ ...none, referer: `${OWN}/sign-in` }, OWN)).toBeUndefined()
    expect(findPostOriginFault({ ...none, secFetchSite: 'same-origin' }, OWN)).toBeUndefined()
  })

  it.each(['cross-site', 'same-site', 'none', ''])('refuses Sec-Fetch-Site %j with any origin', (site) => {
    expect(findPostOriginFault({ ...none, secFetchSite: site, origin: OWN }, OWN)).toBe('cross-site')
  })

  it('refuses a null origin, which sandboxed frames and data: pages send', () => {
    expect(findPostOriginFault({ ...none, origin: 'null' }, OWN)).toBe('null-origin')
  })

  it.each([
    'http://harbour.example',
    'https://harbour.example:444',
    'https://harbour.example.evil.example',
    'https://evil.example',
    'https://harbour.example ',
  ])('refuses the origin %s', (origin) => {
    expect(findPostOriginFault({ ...none, origin }, OWN)).toBe('foreign-origin')
  })

  it('refuses a referrer that only begins like our origin', () => {
    expect(findPostOriginFault({ ...none, referer: `${OWN}.evil.example/` }, OWN)).toBe('foreign-origin')
    expect(findPostOriginFault({ ...none, referer: 'x' }, OWN)).toBe('foreign-origin')
  })

  it('refuses a post without any information about its origin', () => {
    expect(findPostOriginFault(none, OWN)).toBe('no-origin')
  })
})
