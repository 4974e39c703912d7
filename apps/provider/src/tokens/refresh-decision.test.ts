import { describe, expect, it } from 'vitest'
import { asApplicationId, asTokenFamilyId } from '@counterfoil/oauth/testing/ids'
import { judgeRefresh, type RefreshRecord, type RefreshRequest } from './refresh-decision.ts'

const RECORD: RefreshRecord = {
  applicationId: asApplicationId('a'),
  familyId: asTokenFamilyId('f'),
  scopes: ['user:read', 'invoice:*'],
  redirectUri: 'http://app.example/cb',
  restedSinceMs: 0,
  isRetired: false,
  isFamilyEnded: false,
  isGrantEnded: false,
  handover: 'open',
}
const REQUEST: RefreshRequest = {
  applicationId: asApplicationId('a'),
  redirectEntries: ['http://app.example/cb'],
  allowedScopes: ['user:*', 'invoice:*'],
  isStrict: false,
  redirectUri: 'http://app.example/cb',
  scope: undefined,
}
const decide = (
  record: Partial<RefreshRecord> = {},
  request: Partial<RefreshRequest> = {},
  nowMs = 0,
  refreshIdleMs?: number,
) => {
  const decision = judgeRefresh(
    { ...RECORD, ...record },
    { ...REQUEST, ...request },
    { nowMs, refreshIdleMs },
  )
  return decision.kind === 'refused' ? `${decision.status} ${decision.reason}` : decision.kind
}

describe(judgeRefresh, () => {
  it('renews with everything that was granted, or with less', () => {
    expect(judgeRefresh(RECORD, REQUEST, { nowMs: 0, refreshIdleMs: undefined })).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: RECORD.scopes,
      notes: [],
    })
    expect(
      judgeRefresh(RECORD, { ...REQUEST, scope: 'invoice:read' }, { nowMs: 0, refreshIdleMs: undefined }),
    ).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: ['invoice:read'],
      notes: [],
    })
  })

  it('takes a refresh without redirect_uri, with a note; a strict application is refused', () => {
    const without = { ...REQUEST, redirectUri: undefined }
    expect(judgeRefresh(RECORD, without, { nowMs: 0, refreshIdleMs: undefined })).toMatchObject({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: RECORD.scopes,
      notes: [{ reason: 'redirect_uri_absent' }],
    })
    expect(decide({}, { redirectUri: undefined, isStrict: true })).toBe('400 redirect_uri_missing')
    expect(decide({}, { isStrict: true })).toBe('renew')
    for (const isStrict of [false, true]) {
      expect(decide({}, { redirectUri: 'http://app.example/cb/', isStrict })).toBe('400 redirect_uri_differs')
    }
  })

  it('narrows to what the application may still have, and refuses when nothing is left', () => {
    const narrowed = { ...REQUEST, allowedScopes: ['invoice:read'] }
    expect(judgeRefresh(RECORD, narrowed, { nowMs: 0, refreshIdleMs: undefined })).toEqual({
      kind: 'renew',
      familyId: RECORD.familyId,
      scopes: ['invoice:read'],
      notes: [{ reason: 'scope_narrowed', detail: 'the application may no longer have user:read invoice:*' }],
    })
    expect(decide({}, { allowedScopes: ['customer:*'] })).toBe('400 scopes_removed')
    expect(decide({ handover: 'plan_inactive' }, { allowedScopes: ['customer:*'] })).toBe(
      '400 scopes_removed',
    )
  })

  it('refuses while the redirect entry is gone, and only then', () => {
    expect(decide({}, { redirectEntries: ['http://app.example/other'] })).toBe('400 redirect_entry_removed')
    expect(decide({}, { redirectEntries: ['http://app.example/other'], redirectUri: undefined })).toBe(
      '400 redirect_entry_removed',
    )
    expect(decide({}, { redirectEntries: ['http://app.example/other', 'http://app.example/'] })).toBe('renew')
  })

  it('refuses more than was granted', () => {
    expect(decide({}, { scope: 'user:*' })).toBe('400 scope_wider')
    expect(decide({}, { scope: 'user:read customer:read' })).toBe('400 scope_wider')
    expect(decide({}, { scope: 'nonsense' })).toBe('400 scope_unknown')
    expect(decide({}, { scope: ' ' })).toBe('400 scope_empty')
  })

  it('asks for the plan last: a 403 means that everything else was right', () => {
    expect(decide({ handover: 'plan_inactive' })).toBe('403 subscription_inactive')
    expect(decide({ handover: 'plan_inactive' }, { scope: 'user:*' })).toBe('400 scope_wider')
    expect(decide({ handover: 'plan_inactive' }, { redirectUri: 'http://app.example/CB' })).toBe(
      '400 redirect_uri_differs',
    )
    expect(decide({ handover: 'plan_inactive', isFamilyEnded: true })).toBe('400 refresh_token_revoked')
    expect(decide({ handover: 'plan_inactive', isRetired: true })).toBe('replayed')
  })

  it('ends the family for a retired token, unless it has ended already or belongs to another application', () => {
    expect(decide({ isRetired: true })).toBe('replayed')
    expect(decide({ isRetired: true, isFamilyEnded: true })).toBe('400 refresh_token_revoked')
    expect(decide({ isRetired: true }, { applicationId: asApplicationId('b') })).toBe(
      '400 refresh_token_of_another_application',
    )
  })

  it('lets a token rest until its idle limit, to the millisecond, counted from its last use', () => {
    expect(decide({}, {}, 999, 1_000)).toBe('renew')
    expect(decide({}, {}, 1_000, 1_000)).toBe('400 refresh_token_idle')
    expect(decide({ restedSinceMs: 500 }, {}, 1_499, 1_000)).toBe('renew')
    expect(decide({ restedSinceMs: 500 }, {}, 1_500, 1_000)).toBe('400 refresh_token_idle')
    expect(decide({}, {}, 10 ** 15)).toBe('renew')
  })

  it('refuses unknown tokens and ended grants', () => {
    expect(judgeRefresh(undefined, REQUEST, { nowMs: 0, refreshIdleMs: undefined })).toMatchObject({
      error: 'invalid_grant',
    })
    expect(decide({ isGrantEnded: true })).toBe('400 grant_ended')
  })
})
