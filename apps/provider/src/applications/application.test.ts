import { describe, expect, it } from 'vitest'
import {
  findApplicationFaults,
  hasControlCharacter,
  MAX_ACCESS_TOKEN_SECONDS,
  MAX_REDIRECT_ENTRIES,
  readApplication,
  type Application,
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
  sendsIssuer: null,
  isChecked: true,
}
const faults = (changes: Partial<ApplicationDraft>) =>
  findApplicationFaults({ ...GOOD, ...changes }, { providerName: 'Harbour' }).map(
    ({ field, code }) => `${field} ${code}`,
  )

describe(findApplicationFaults, () => {
  it('returns no fault for a valid application', () => {
    expect(faults({})).toEqual([])
    expect(faults({ accessTokenSeconds: 1 })).toEqual([])
    expect(faults({ redirectEntries: ['https://app.example/login/callback/'] })).toEqual([])
    expect(faults({ accessTokenSeconds: MAX_ACCESS_TOKEN_SECONDS })).toEqual([])
  })

  it('returns every fault at once', () => {
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

  it.each([
    [{ name: '' }, 'name', 'An application needs a name.'],
    [{ name: 'x'.repeat(101) }, 'name', 'A name has at most 100 characters.'],
    [
      { name: 'a\u0007' },
      'name',
      'A name has no control, format or direction characters and no spaces but the usual one.',
    ],
    [{ name: '!' }, 'name', 'A name has at least one letter or digit.'],
    [{ name: 'Harbour' }, 'name', 'A name is not the name of the provider and does not look like it.'],
    [{ description: 'x'.repeat(2_001) }, 'description', 'A description has at most 2000 characters.'],
    [{ redirectEntries: [] }, 'redirectEntries', 'An application needs a redirect entry.'],
    [
      { redirectEntries: Array.from({ length: 51 }, () => 'https://a.example/') },
      'redirectEntries',
      'An application has at most 50 redirect entries.',
    ],
    [{ allowedScopes: [] }, 'allowedScopes', 'An application needs a scope.'],
    [{ allowedScopes: ['x'] }, 'allowedScopes', 'There is no scope x.'],
    [{ logoUrl: 'x' }, 'logoUrl', 'x is not an http or https address.'],
    [{ accessTokenSeconds: 0 }, 'accessTokenSeconds', 'An access token lives for 1 to 31536000 seconds.'],
  ] as const)('explains the fault: %j', (changes, field, message) => {
    const found = findApplicationFaults({ ...GOOD, ...changes }, { providerName: 'Harbour' })
    expect(found.map((fault) => [fault.field, fault.message])).toEqual([[field, message]])
  })

  it('shows the redirect entry beside its fault', () => {
    const [fault] = findApplicationFaults({ ...GOOD, redirectEntries: ['x'] }, { providerName: 'Harbour' })
    expect(fault?.message).toMatch(/^x: \w.*\.$/)
  })

  it('accepts values up to their limits', () => {
    expect(faults({ description: 'x'.repeat(2_000) })).toEqual([])
    expect(
      faults({ redirectEntries: Array.from({ length: MAX_REDIRECT_ENTRIES }, () => 'https://a.example/') }),
    ).toEqual([])
    const address = `https://a.example/${'x'.repeat(2_000)}`
    expect(faults({ homePageUrl: address.slice(0, 2_000), logoUrl: 'http://a.example/logo' })).toEqual([])
    expect(faults({ homePageUrl: address.slice(0, 2_001) })).toEqual(['homePageUrl not_an_address'])
    expect(faults({ accessTokenSeconds: MAX_ACCESS_TOKEN_SECONDS + 1 })).toEqual([
      'accessTokenSeconds out_of_range',
    ])
    expect(faults({ homePageUrl: null })).toEqual([])
  })

  it.each(['https://user@a.example/', 'https://:secret@a.example/', 'ftp://a.example/', '//a.example'])(
    'refuses an address that does not lead to where it seems to: %s',
    (logoUrl) => {
      expect(faults({ logoUrl })).toEqual(['logoUrl not_an_address'])
    },
  )

  it('keeps a name that is older than the rule until somebody changes it', () => {
    const before = { name: 'Harbour' } as Application
    const findFor = (name: string) =>
      findApplicationFaults({ ...GOOD, name }, { providerName: 'Harbour', before })
    expect(findFor('Harbour')).toEqual([])
    expect(findFor('HARBOUR')).toMatchObject([{ field: 'name', code: 'providers_name' }])
  })
})

describe(hasControlCharacter, () => {
  it('finds the characters that no name may have, and no others', () => {
    for (const text of ['\u0000', 'a\u001f', 'a\u007fb', 'a\nb']) expect(hasControlCharacter(text)).toBe(true)
    for (const text of ['', ' ', '~', 'é', '\u0080']) expect(hasControlCharacter(text)).toBe(false)
  })
})

describe(readApplication, () => {
  it('has every column of its row', () => {
    const row = {
      id: 'i',
      client_id: 'c',
      owner_user_id: 'u',
      name: 'Ledger Pal',
      description: 'd',
      home_page_url: 'h',
      logo_url: 'l',
      redirect_entries: ['https://app.example/cb'],
      allowed_scopes: 'user:read invoice:*',
      optional_scopes: 'invoice:*',
      scope_reasons: { 'invoice:*': 'why' },
      restriction: 'all_businesses',
      access_token_seconds: 60,
      rotate_refresh_tokens: true,
      is_strict: false,
      sends_issuer: true,
      is_checked: true,
      deleted_at: null,
      created_at: new Date(1),
      modified_at: new Date(2),
    } as unknown as Parameters<typeof readApplication>[0]
    expect(readApplication(row)).toEqual({
      id: 'i',
      clientId: 'c',
      ownerUserId: 'u',
      name: 'Ledger Pal',
      description: 'd',
      homePageUrl: 'h',
      logoUrl: 'l',
      redirectEntries: ['https://app.example/cb'],
      allowedScopes: ['user:read', 'invoice:*'],
      optionalScopes: ['invoice:*'],
      scopeReasons: { 'invoice:*': 'why' },
      restriction: 'all_businesses',
      accessTokenSeconds: 60,
      rotateRefreshTokens: true,
      isStrict: false,
      sendsIssuer: true,
      isChecked: true,
      isDeleted: false,
      createdAtMs: 1,
    })
    expect(readApplication({ ...row, deleted_at: new Date(3) }).isDeleted).toBe(true)
  })
})
