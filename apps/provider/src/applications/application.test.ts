import { describe, expect, it } from 'vitest'
import {
  findApplicationFaults,
  MAX_ACCESS_TOKEN_SECONDS,
  MAX_REDIRECT_ENTRIES,
  type ApplicationDraft,
} from './application.ts'

const GOOD: ApplicationDraft = {
  name: 'Ledger Pal',
  redirectEntries: ['https://app.example/cb'],
  restriction: 'single_business',
  allowedScopes: ['user:read'],
  optionalScopes: [],
  scopeReasons: {},
  description: null,
  homePageUrl: 'https://app.example',
  logoUrl: null,
  ownerUserId: null,
  accessTokenSeconds: 7_200,
  rotateRefreshTokens: false,
  isStrict: false,
  isChecked: true,
}
const faults = (changes: Partial<ApplicationDraft>) =>
  findApplicationFaults({ ...GOOD, ...changes }, { providerName: 'Harbour' }).map(
    ({ field, code }) => `${field} ${code}`,
  )

describe(findApplicationFaults, () => {
  it('finds nothing wrong with a good application', () => {
    expect(faults({})).toEqual([])
    expect(faults({ accessTokenSeconds: 1 })).toEqual([])
    expect(faults({ redirectEntries: ['https://app.example/login/callback/'] })).toEqual([])
    expect(faults({ accessTokenSeconds: MAX_ACCESS_TOKEN_SECONDS })).toEqual([])
  })

  it('names each fault, all at once', () => {
    expect(faults({ name: ' ', redirectEntries: [], allowedScopes: [], accessTokenSeconds: 0 })).toEqual([
      'name required',
      'redirectEntries required',
      'allowedScopes required',
      'accessTokenSeconds out_of_range',
    ])
    expect(faults({ redirectEntries: ['https://app.example/cb', 'https://app.example/../x'] })).toEqual([
      'redirectEntries invalid_redirect',
    ])
    expect(faults({ redirectEntries: ['https://app.example/cb?state=x'] })).toEqual([
      'redirectEntries invalid_redirect',
    ])
    expect(
      faults({
        redirectEntries: Array.from({ length: MAX_REDIRECT_ENTRIES + 1 }, () => 'https://a.example/'),
      }),
    ).toEqual(['redirectEntries too_many'])
    expect(faults({ allowedScopes: ['user:write'] })).toEqual(['allowedScopes unknown_scope'])
    expect(faults({ optionalScopes: ['nonsense'] })).toEqual(['optionalScopes unknown_scope'])
    expect(faults({ homePageUrl: 'javascript:alert(1)', logoUrl: 'data:x' })).toEqual([
      'homePageUrl not_an_address',
      'logoUrl not_an_address',
    ])
    expect(faults({ name: 'a\u0007b' })).toEqual(['name unseen_character'])
    expect(faults({ accessTokenSeconds: 1.5 })).toEqual(['accessTokenSeconds out_of_range'])
  })
})
